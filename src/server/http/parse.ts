import * as v from 'valibot';
import type { FieldError } from '../../contract/errors.ts';
import { fieldCodes, type FieldCode } from '../../contract/fields.ts';
import { fieldText } from '../../text/fields.ts';
import { AppError } from '../settings/app-error.ts';

/** Parses an input; a refusal names every wrong field with its code and sentence. Nothing is coerced (R3). */
export function parseInput<S extends v.GenericSchema>(
  schema: S | undefined,
  input: unknown,
): v.InferOutput<S> {
  if (!schema) return undefined;
  const result = v.safeParse(schema, input, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw new AppError('invalid_request', {
    errors: result.issues.map((issue) => fieldError(v.getDotPath(issue) ?? '', issue.message)),
  });
}

/** One refused field with the sentence of its code. A message of Valibot itself counts as the code "invalid". */
export function fieldError(path: string, message: string): FieldError {
  const code: FieldCode = isFieldCode(message) ? message : 'invalid';
  return { path, code, message: fieldText[code] };
}

/** Refuses one field. */
export function refuseField(path: string, code: FieldCode): never {
  throw new AppError('invalid_request', { errors: [fieldError(path, code)] });
}

function isFieldCode(text: string): text is FieldCode {
  return (fieldCodes as readonly string[]).includes(text);
}
