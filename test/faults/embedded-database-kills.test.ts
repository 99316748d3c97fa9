import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { randomSource } from '../../src/psychometrics/random.ts';
import { amount } from '../amount.ts';
import { RECOVERY_MS, underLoad } from './troubled-server.ts';

const CYCLES = amount({ usual: 3, all: 50 });

test(`${CYCLES} kills of the database under the running server lose no answer; it comes back by itself each time`, async () => {
  const random = randomSource('database kills');
  const pauses: number[] = [];
  const summary = await underLoad(async ({ killDatabase, load }) => {
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      await wait(random(cycle) * 250);
      await killDatabase();
      const began = Date.now();
      await load.progress(2, RECOVERY_MS);
      pauses.push(Date.now() - began);
    }
  });
  const sorted = pauses.toSorted((a, b) => a - b);
  const [median, longest] = [sorted[Math.floor(CYCLES / 2)], sorted.at(-1)];
  console.log(
    `${CYCLES} kills of the database: ${summary}; writes went on after ${median} ms, at most ${longest} ms`,
  );
});
