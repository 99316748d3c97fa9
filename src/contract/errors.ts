import type { LoginTask } from '../domain/proof-of-work.ts';
import type { Conflict } from './edits.ts';

/**
 * Every refusal of the API with its HTTP status. `text/errors.ts` has the German sentence of each code. A code
 * without a sentence does not compile.
 */
export const errorStatus = {
  invalid_request: 400,
  invalid_header: 400,
  page_mismatch: 400,
  csv_not_utf8: 400,
  credentials_wrong: 401,
  second_factor_required: 401,
  second_factor_wrong: 401,
  refresh_failed: 401,
  token_expired: 403,
  forbidden: 403,
  forged_request: 403,
  old_password_wrong: 403,
  password_wrong: 403,
  code_wrong: 403,
  not_found: 404,
  method_not_allowed: 405,
  csv_has_bom: 406,
  request_timeout: 408,
  page_already_answered: 409,
  window_closed: 409,
  consent_required: 409,
  consent_changed: 409,
  code_taken: 409,
  username_taken: 409,
  clinic_has_admin: 409,
  patient_moved: 409,
  second_factor_unavailable: 409,
  second_factor_on: 409,
  second_factor_off: 409,
  second_factor_expired: 409,
  idempotency_key_reused: 409,
  csv_invalid: 409,
  already_acknowledged: 409,
  changed_meanwhile: 409,
  id_taken: 409,
  version_taken: 409,
  already_signed: 409,
  already_handed_over: 409,
  patients_assigned: 409,
  too_large: 413,
  unsupported_media_type: 415,
  csv_wrong_format: 415,
  answers_invalid: 422,
  clinician_disabled: 422,
  form_unreadable: 422,
  not_publishable: 422,
  protocol_invalid: 422,
  too_many_attempts: 429,
  too_many_at_once: 429,
  proof_required: 429,
  headers_too_large: 431,
  INTERNAL: 500,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

/** One refused field with its dotted path or item id, the reason, and a German sentence for the screen. */
export type FieldError = { path: string; code: string; message: string };

/**
 * The body of every refusal, `application/problem+json` (RFC 9457). `task` belongs to `proof_required` (R50), `conflicts` and
 * the present `revision` to `changed_meanwhile` (record 270).
 */
export type Problem = {
  type: 'about:blank';
  status: number;
  title: string;
  code: ErrorCode;
  request_id?: string;
  errors?: FieldError[];
  task?: LoginTask | undefined;
  conflicts?: readonly Conflict[];
  revision?: string;
};
