import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordProblems } from './password-check.ts';

const good = { old: 'Altes-Passwort-1', new: 'Neues-Kennwort-2', confirmed: 'Neues-Kennwort-2' };

test('a good new password, typed twice alike, can be sent', () => {
  assert.deepEqual(passwordProblems(good, ['therapie1']), {});
});

test('a new password with a different confirmation is explained and not sent', () => {
  assert.deepEqual(passwordProblems({ ...good, confirmed: 'Neues-Kennwort-3' }, []), {
    confirmed: 'Das neue Passwort und das bestätigte Passwort stimmen nicht überein.',
  });
});

test('a password change names every field that is empty', () => {
  assert.deepEqual(Object.keys(passwordProblems({ old: '', new: '', confirmed: '' }, [])), [
    'old',
    'new',
    'confirmed',
  ]);
});

test('a new password with nine characters, without a digit or with the user name is refused', () => {
  for (const password of ['Abcdefgh1', 'Abcdefghijk', 'Mein-therapie1-Wort'])
    assert.ok(passwordProblems({ ...good, new: password, confirmed: password }, ['therapie1']).new, password);
});
