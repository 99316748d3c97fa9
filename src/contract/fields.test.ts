import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { nameRefusal } from '../domain/patient-code.ts';
import { patientCode, username } from './fields.ts';

const refusalBy = (schema: typeof patientCode, name: string) =>
  v.safeParse(schema, name, { abortPipeEarly: true }).issues?.[0].message;

const codeRefusals = {
  missing: 'code_required',
  special_characters: 'code_invalid',
  too_long: 'too_long',
  unusual_letters: 'code_letters',
};
const usernameRefusals = {
  missing: 'username_required',
  special_characters: 'username_characters',
  too_long: 'username_too_long',
  unusual_letters: 'username_letters',
};

function assertRefusedAlike(name: string): void {
  const refusal = nameRefusal(name);
  assert.equal(refusalBy(patientCode, name), refusal && codeRefusals[refusal]);
  assert.equal(refusalBy(username, name), refusal && usernameRefusals[refusal]);
}

test('the API, the forms and the import refuse a patient code or a user name for the same reason', () => {
  for (const name of [
    '',
    ' ',
    'A-1',
    'A½',
    'x'.repeat(255),
    'x'.repeat(256),
    '-'.repeat(256),
    'Mu\u0308ller',
  ])
    assertRefusedAlike(name);
  const letters = fc.string({ unit: fc.constantFrom('A', 'ä', '7', '٣', 'а', '-', ' ', '½'), maxLength: 5 });
  const storable = fc.string({ unit: 'grapheme', maxLength: 300 }).filter((name) => !name.includes('\0'));
  fc.assert(fc.property(fc.oneof(letters, storable), assertRefusedAlike));
});
