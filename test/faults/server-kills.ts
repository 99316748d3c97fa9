import { setTimeout as wait } from 'node:timers/promises';
import { randomSource } from '../../src/psychometrics/random.ts';
import { RECOVERY_MS, underLoad } from './troubled-server.ts';

/** Kills the server again and again while several users work. Some work must be acknowledged between two kills. */
export function killServers(cycles: number, { withDatabase }: { withDatabase: boolean }): Promise<string> {
  const random = randomSource(`kills ${withDatabase}`);
  return underLoad(async ({ load, killDatabase, killServer, startServer }) => {
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await load.progress(2, RECOVERY_MS);
      await wait(random(cycle * 2) * 150);
      if (withDatabase) await killDatabase();
      await wait(random(cycle * 2 + 1) * 30);
      await killServer();
      await startServer();
    }
  });
}
