import { codeOf, failureOf } from './failure.ts';

const REPEATS = 3;

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Sends a request and returns its answer; fails with the refusal. A server that has too much of one address or one user
 * at a time has done nothing yet (`too_many_at_once`), so the request is sent again a little later. The pauses differ, so
 * that tablets of one room do not come back together.
 */
export async function sendWhenFree(attempt: () => Promise<Response>, pause = wait): Promise<Response> {
  for (let repeats = 0; ; repeats++) {
    const response = await attempt();
    if (response.ok) return response;
    const failure = await failureOf(response);
    if (codeOf(failure) !== 'too_many_at_once' || repeats === REPEATS) throw failure;
    await pause((failure.retryAfter ?? 1) * 1000 * (0.5 + Math.random()));
  }
}
