import { AppError } from '../app-error.ts';

/** Limits how much work runs and waits at a time; refuses more as `unavailable` (R43, R72). */
export function createQueue({ mostRunning, mostWaiting }: { mostRunning: number; mostWaiting: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < mostRunning) {
      running += 1;
      return;
    }
    if (waiting.length >= mostWaiting) throw new AppError('unavailable', { retryAfter: 2 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
