import type { ErrorCode, FieldError, Problem } from '../../contract/errors.ts';

type Details = {
  errors?: FieldError[];
  retryAfter?: number;
  task?: Problem['task'];
  conflicts?: Problem['conflicts'];
  revision?: Problem['revision'];
  cause?: unknown;
};

/** An expected refusal: its code decides status and sentence (contract/errors, text/errors). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly retryAfter: number | undefined;
  readonly task: Problem['task'];
  readonly conflicts: Problem['conflicts'] | undefined;
  readonly revision: Problem['revision'] | undefined;

  constructor(code: ErrorCode, { errors, retryAfter, task, conflicts, revision, cause }: Details = {}) {
    super(code, { cause });
    this.code = code;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.task = task;
    this.conflicts = conflicts;
    this.revision = revision;
  }
}
