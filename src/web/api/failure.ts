import type { ErrorCode, FieldError, Problem } from '../../contract/errors.ts';

/**
 * A call that failed. `problem` is the server's refusal. Without it only `status` is known. Without a status the server
 * was not reached or did not answer in time.
 */
export class CallFailed extends Error {
  readonly status: number | null;
  readonly problem: Problem | null;
  /** Seconds to wait before the next try, if the server named them. */
  readonly retryAfter: number | null;

  constructor(status: number | null, problem: Problem | null = null, retryAfter: number | null = null) {
    super(problem?.code ?? (status === null ? 'network error' : `status ${status}`));
    this.name = 'CallFailed';
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** The code of a refusal, null for everything else. */
export function codeOf(error: unknown): ErrorCode | null {
  return error instanceof CallFailed ? (error.problem?.code ?? null) : null;
}

/** The server's sentence for a refusal: that of the first refused field, or the general one. '' for other failures. */
export function reasonOf(error: unknown): string {
  const problem = error instanceof CallFailed ? error.problem : null;
  return problem?.errors?.[0]?.message ?? problem?.title ?? '';
}

export function statusOf(error: unknown): number | null {
  return error instanceof CallFailed ? error.status : null;
}

/** The server could not be reached or did not answer in time: it is not known whether the call had its effect. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof CallFailed && error.status === null;
}

/**
 * Whether the call may have had its effect unseen: the server was not reached, or it or a proxy before it answered with
 * 500 or more.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  return isNetworkFailure(error) || (statusOf(error) ?? 0) >= 500;
}

/** The fields that the server refused, by their path. */
export function fieldErrorsOf(error: unknown): Record<string, FieldError> {
  const errors = error instanceof CallFailed ? (error.problem?.errors ?? []) : [];
  return Object.fromEntries(errors.map((fieldError) => [fieldError.path, fieldError]));
}

/** Reads a refusal from an answer that is not 2xx. */
export async function failureOf(response: Response): Promise<CallFailed> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const problem = await problemOf(response);
  return new CallFailed(response.status, problem, Number.isFinite(retryAfter) ? retryAfter : null);
}

async function problemOf(response: Response): Promise<Problem | null> {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) return null;
  try {
    // The content type says that it is one, and it comes from our own server.
    return (await response.json()) as Problem;
  } catch {
    return null;
  }
}
