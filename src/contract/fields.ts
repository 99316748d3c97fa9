import * as v from 'valibot';
import { isIsoDate } from '../domain/iso-date.ts';
import {
  LETTERS_AND_DIGITS,
  MAX_NAME_LENGTH,
  nameRefusal,
  type NameRefusal,
} from '../domain/patient-code.ts';
import { GENDERS } from '../domain/patient-record.ts';
import type { Secret } from '../domain/secret.ts';
import { isStorableText } from '../domain/storable-text.ts';

/** The reason of a refused field. `text/fields.ts` has the German sentence for each code. */
export const fieldCodes = [
  'invalid',
  'required',
  'invalid_characters',
  'invalid_date',
  'too_long',
  'too_many',
  'code_required',
  'code_invalid',
  'code_letters',
  'gender_required',
  'clinician_required',
  'diagnosis_required',
  'diagnosis_unknown',
  'clinician_unknown',
  'birth_date_in_future',
  'discharge_not_after_admission',
  'dates_out_of_range',
  'username_required',
  'username_characters',
  'username_letters',
  'username_too_long',
  'passwords_differ',
  'password_too_short',
  'password_too_long',
  'password_lowercase_missing',
  'password_uppercase_missing',
  'password_digit_missing',
  'password_common',
  'password_contains_name',
  'password_unchanged',
  'label_invalid',
  'address_invalid',
  'phone_invalid',
  'hours_out_of_range',
  'deputy_invalid',
  'deputy_days_invalid',
  'deputy_begins_in_past',
  'deputy_too_long',
  'again_on_out_of_range',
] as const;

export type FieldCode = (typeof fieldCodes)[number];

const code = (value: FieldCode): FieldCode => value;

/** A string that PostgreSQL can store: no U+0000, no lone surrogate, at most `max` characters. */
export function text(max: number) {
  return v.pipe(
    v.string(code('invalid')),
    v.maxLength(max, code('too_long')),
    v.check(isStorableText, code('invalid_characters')),
  );
}

/** An existing calendar date `yyyy-MM-dd`. Other values are refused, not converted. */
export const isoDate = v.pipe(
  v.string(code('invalid_date')),
  v.check((value: string) => isIsoDate(value), code('invalid_date')),
);

/** A public id (UUIDv4, lower case). */
export const id = v.pipe(
  v.string(code('invalid')),
  v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, code('invalid')),
);

// The rule of `nameRefusal` in parts, because the OpenAPI document can show them. A test compares the two.
function name(codes: Record<NameRefusal, FieldCode>) {
  return v.pipe(
    text(10_000),
    v.transform((value) => value.normalize('NFC')),
    v.minLength(1, codes.missing),
    v.regex(LETTERS_AND_DIGITS, codes.special_characters),
    v.maxLength(MAX_NAME_LENGTH, codes.too_long),
  );
}

function usualLetters({ unusual_letters }: Record<NameRefusal, FieldCode>) {
  return v.check((value: string) => nameRefusal(value) !== 'unusual_letters', unusual_letters);
}

/** The path parameters of a call about one object. */
export const byId = v.object({ id });

/** The answer of a call that answers nothing else. */
export const ok = v.object({});

const codeRefusals = {
  missing: 'code_required',
  special_characters: 'code_invalid',
  too_long: 'too_long',
  unusual_letters: 'code_letters',
} as const;

/** The code of a patient who exists. The handler refuses a new code with unusual letters (record 054). */
export const editedCode = name(codeRefusals);
export const patientCode = v.pipe(editedCode, usualLetters(codeRefusals));

const usernameRefusals = {
  missing: 'username_required',
  special_characters: 'username_characters',
  too_long: 'username_too_long',
  unusual_letters: 'username_letters',
} as const;

export const username = v.pipe(name(usernameRefusals), usualLetters(usernameRefusals));

export const gender = v.picklist(GENDERS, code('gender_required'));

/** A calendar date `yyyy-MM-dd` in an answer. It was checked on input and has the type `date` in the database. */
export const day = v.string();

/** A moment as ISO 8601 with Z. */
export const instant = v.string();

/** A field of an answer that holds a secret. The stored answer of such a route is deleted after one minute (R26). */
// A secret is a text at run time, and the caller gets a text.
export const secretText = v.string() as unknown as v.GenericSchema<Secret, string>;

/** True if a schema has a `secretText` field at any depth. */
export function holdsSecret(schema: object): boolean {
  if (schema === secretText) return true;
  return Object.values(schema).some(
    (part: unknown) => typeof part === 'object' && part !== null && holdsSecret(part),
  );
}
