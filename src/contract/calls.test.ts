import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { calls } from './calls.ts';
import { holdsSecret, secretText } from './fields.ts';

test('every call that answers with a password, a shared secret or recovery codes is marked as secret', () => {
  const shownOnce = [
    'registerAdmin',
    'addAdmin',
    'registerClinician',
    'resetPassword',
    'resetPasswordByGet',
    'resetSecondFactor',
    'beginSecondFactor',
    'confirmSecondFactor',
    'renewRecoveryCodes',
  ] as const;
  for (const name of shownOnce) assert.ok(calls[name].isSecret, name);
});

test('a call without a secret in its answer is not marked as secret', () => {
  for (const name of ['changePassword', 'listSessions', 'getClinicianReport', 'logout'] as const)
    assert.ok(!calls[name].isSecret, name);
});

test('a secret is found at any depth of an answer', () => {
  const schemas = [
    v.object({ data: v.array(v.object({ code: secretText })) }),
    v.object({ data: v.nullable(secretText) }),
    v.optional(v.union([v.number(), secretText])),
    v.pipe(v.object({ data: secretText }), v.readonly()),
  ];
  for (const schema of schemas) assert.ok(holdsSecret(schema));
  assert.ok(!holdsSecret(v.object({ data: v.array(v.string()) })));
});

test('the GET twin of a call has its path, its access and its audit row, and counts as a change', () => {
  const { method, effect, ...twin } = calls.enableClinicianByGet;
  const { method: _, ...route } = calls.enableClinician;
  assert.deepEqual([method, effect], ['GET', true]);
  assert.deepEqual(twin, route);
});
