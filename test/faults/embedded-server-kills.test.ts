// The kills stand in several files, because a busy machine needs minutes for one.
import { test } from 'node:test';
import { amount } from '../amount.ts';
import { killServers } from './server-kills.ts';

const CYCLES = amount({ usual: 2, all: 30 });

test(`${CYCLES} kills of the server lose no answer and store no answer twice`, async () => {
  const summary = await killServers(CYCLES, { withDatabase: false });
  console.log(`${CYCLES} kills of the server: ${summary}`);
});
