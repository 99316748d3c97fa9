import { AppError } from '../settings/app-error.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { FairQueue } from './fair-queue.ts';

type Sizes = { mostRunning: number; mostWaiting: number; refusal?: ErrorCode };
/** True of an error that waiting work would meet as well. It is refused then, or each would wait for the same end. */
type Rules = Sizes & { failsAll?: (error: unknown) => boolean };
type Waiting = { begin: () => void; refuse: (error: AppError) => void };

/**
 * Limits how much work runs and waits at a time (R43, R72). Waiting work begins in rounds over its lines. When too much
 * waits, the longest line gives way.
 */
export function createQueue({ mostRunning, mostWaiting, refusal = 'unavailable', failsAll }: Rules) {
  let running = 0;
  const waiting = new FairQueue<Waiting>();

  async function enter(line: readonly string[]): Promise<void> {
    if (running < mostRunning) {
      running += 1;
      return;
    }
    await new Promise<void>((begin, refuse) => {
      waiting.add(line, { begin, refuse });
      if (waiting.size > mostWaiting)
        waiting.dropFromLongest()?.refuse(new AppError(refusal, { retryAfter: 2 }));
    });
  }

  function leave(): void {
    const next = waiting.takeNext();
    if (next) next.begin();
    else running -= 1;
  }

  function refuseWaiting(cause: unknown): void {
    for (let next = waiting.takeNext(); next; next = waiting.takeNext())
      next.refuse(new AppError('unavailable', { cause, retryAfter: 2 }));
  }

  async function inTurn<T>(work: () => Promise<T>, line: readonly string[] = []): Promise<T> {
    await enter(line);
    try {
      return await work();
    } catch (error) {
      if (failsAll?.(error)) refuseWaiting(error);
      throw error;
    } finally {
      leave();
    }
  }
  return Object.assign(inTurn, { sizes: () => ({ running, waiting: waiting.size }) });
}

/**
 * A queue for each key, so that one user or one address cannot take the places of others. It refuses more work of a key
 * as `too_many_at_once`.
 */
export function createQueues(sizes: Omit<Sizes, 'refusal'>) {
  const queues = new Map<string, { inTurn: ReturnType<typeof createQueue>; inFlight: number }>();

  return async function inTurnOf<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? {
      inTurn: createQueue({ ...sizes, refusal: 'too_many_at_once' }),
      inFlight: 0,
    };
    queues.set(key, queue);
    queue.inFlight += 1;
    try {
      return await queue.inTurn(work);
    } finally {
      queue.inFlight -= 1;
      if (queue.inFlight === 0) queues.delete(key);
    }
  };
}
