import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = 30_000;

/** Waits until an assertion holds. Needed for effects without an event to wait for, such as the focus. */
export async function eventually<Result>(assertion: () => Promise<Result>): Promise<Result> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await wait(50);
  }
}
