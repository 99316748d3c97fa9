import { test } from 'node:test';
import { amount } from '../amount.ts';
import { killServers } from './server-kills.ts';

const CYCLES = amount({ usual: 2, all: 20 });

test(`${CYCLES} kills of the server and its database at once lose no answer and store no answer twice`, async () => {
  const summary = await killServers(CYCLES, { withDatabase: true });
  console.log(`${CYCLES} kills of server and database: ${summary}`);
});
