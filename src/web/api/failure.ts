import type { ErrorCode, FieldError, Problem } from '../../contract/errors.ts';

/**
 * A failed call. `problem` is the server's refusal. An answer without a refusal has only `status`. Without a status the
 * server was not reached or did not answer in time.
 */
export class CallFailed extends Error {
  // Declared only: the build would define each field once more for old browsers.
  declare readonly status: number | null;
  declare readonly problem: Problem | null;
  /** Seconds to wait before the next try, if the server named them. */
  declare readonly retryAfter: number | null;

  constructor(status: number | null, problem: Problem | null = null, retryAfter: number | null = null) {
    super(problem?.code ?? (status === null ? 'network error' : `status ${status}`));
    this.name = 'CallFailed';
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** The code of a refusal, null for other failures. */
export function codeOf(error: unknown): ErrorCode | null {
  return error instanceof CallFailed ? (error.problem?.code ?? null) : null;
}

/** The task that the server sets before the next login try, if it sets one. */
export function taskOf(error: unknown): Problem['task'] {
  return error instanceof CallFailed ? error.problem?.task : undefined;
}

/** The server's sentence for a refusal: for the first refused field, or the general one. '' for other failures. */
export function reasonOf(error: unknown): string {
  const problem = error instanceof CallFailed ? error.problem : null;
  return problem?.errors?.[0]?.message ?? problem?.title ?? '';
}

export function statusOf(error: unknown): number | null {
  return error instanceof CallFailed ? error.status : null;
}

/** True if the server was not reached or did not answer in time. The call may still have had its effect. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof CallFailed && error.status === null;
}

/** True if the same call may succeed in a moment: no connection, or the server or its database is away for now. */
export function isAway(error: unknown): boolean {
  return isNetworkFailure(error) || [502, 503, 504].includes(statusOf(error) ?? 0);
}

/** True if the server has said that it works again in a moment: its database starts, or changes places with its copy. */
export function isAwayForNow(error: unknown): boolean {
  return statusOf(error) === 503 && error instanceof CallFailed && error.retryAfter !== null;
}

/**
 * Milliseconds until the next try: what the server named, or `otherwise`. The times differ by a quarter, so that many
 * browsers do not come back together.
 */
export function pauseAfter(error: unknown, otherwise: number): number {
  const named = error instanceof CallFailed ? error.retryAfter : null;
  return (named === null ? otherwise : named * 1000) * (1 + Math.random() / 4);
}

/**
 * True if a failed call may still have had its effect: the server was not reached, or the server or a proxy answered
 * with 500 or more.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  return isNetworkFailure(error) || (statusOf(error) ?? 0) >= 500;
}

/** The fields that the server refused, by their path. */
export function fieldErrorsOf(error: unknown): Record<string, FieldError> {
  const errors = error instanceof CallFailed ? (error.problem?.errors ?? []) : [];
  return Object.fromEntries(errors.map((fieldError) => [fieldError.path, fieldError]));
}

/** Reads the refusal from an answer without a 2xx status. */
export async function failureOf(response: Response): Promise<CallFailed> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const problem = await problemOf(response);
  return new CallFailed(response.status, problem, Number.isFinite(retryAfter) ? retryAfter : null);
}

async function problemOf(response: Response): Promise<Problem | null> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return null;
  try {
    // The content type marks the body as a refusal, and our own server sent it.
    return (await response.json()) as Problem;
  } catch {
    return null;
  }
}
