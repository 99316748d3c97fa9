// FAULTS=1000 for the long run.
import process from 'node:process';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { randomSource } from '../../src/psychometrics/random.ts';
import { underLoad } from './troubled-server.ts';

const CYCLES = Number(process.env['FAULTS'] ?? 50);

test(`${CYCLES} kills of the server, every fifth with its database, lose no answer and store none twice`, async () => {
  const random = randomSource('kills');
  const summary = await underLoad(async ({ killDatabase, killServer, startServer }) => {
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      await wait(20 + random(cycle * 2) * 250);
      if (cycle % 5 === 0) killDatabase();
      await wait(random(cycle * 2 + 1) * 50);
      await killServer();
      await startServer();
    }
  });
  console.log(`${CYCLES} kills of the server: ${summary}`);
});
