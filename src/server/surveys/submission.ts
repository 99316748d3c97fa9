import { parse } from 'secure-json-parse';
import * as contract from '../../contract/answers.ts';
import type { Answer } from '../../domain/answer-types.ts';
import { isStorableText } from '../../domain/storable-text.ts';
import { AppError } from '../settings/app-error.ts';
import { fieldError, parseInput } from '../http/parse.ts';

/**
 * The answers inside the `value` of a submission or draft (R6). Refuses with 400 a text that is not a JSON list of answers,
 * would change a prototype, or cannot be stored in the database.
 */
export function parseAnswers(text: string): Answer[] {
  const answers = parseInput(contract.answers, parseJson(text));
  if (!answers.every(isStorable)) throw refused('invalid_characters');
  return answers;
}

function parseJson(text: string): unknown {
  try {
    return parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch (cause) {
    throw refused('invalid', cause);
  }
}

function refused(code: string, cause?: unknown): AppError {
  return new AppError('invalid_request', { errors: [fieldError('value', code)], cause });
}

// PostgreSQL cannot store U+0000 and lone surrogates. JSON has no infinite numbers, but JSON.parse reads 1e999 as one.
function isStorable({ label, value, time_taken: time }: Answer): boolean {
  const scalars = [label, value, time].flat();
  return scalars.every((one) => (typeof one === 'number' ? Number.isFinite(one) : isStorableText(one)));
}
