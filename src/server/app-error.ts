import type { ErrorCode, FieldError } from '../contract/errors.ts';

type Details = { errors?: FieldError[]; retryAfter?: number; cause?: unknown };

/** An expected refusal: its code decides status and sentence (contract/errors, text/errors). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, { errors, retryAfter, cause }: Details = {}) {
    super(code, { cause });
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}
