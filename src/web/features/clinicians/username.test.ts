import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renameProblem, usernameProblem } from './username.ts';

test('a user name of letters and digits can be sent, with or without umlauts', () => {
  for (const name of ['therapie1', 'Müller', 'x'.repeat(255)]) assert.equal(usernameProblem(name), undefined);
});

test('an empty user name is refused with a request to enter one', () => {
  for (const name of ['', '   '])
    assert.equal(usernameProblem(name), 'Sie müssen einen Benutzernamen angeben.');
});

test('a user name with blanks or special characters is refused', () => {
  for (const name of ['a b', 'a-b', 'a@b', 'a.b', 'a_b'])
    assert.equal(usernameProblem(name), 'Der Benutzername darf keine Leer- oder Sonderzeichen enthalten.');
});

test('a user name may have 255 characters but not 256', () => {
  assert.equal(usernameProblem('x'.repeat(256)), 'Der Benutzername darf maximal 255 Zeichen lang sein.');
});

test('a new user name must differ from the present one', () => {
  assert.equal(renameProblem('therapie1', 'therapie1'), 'Sie müssen einen Benutzernamen eingeben.');
  assert.equal(renameProblem(' therapie1 ', 'therapie1'), 'Sie müssen einen Benutzernamen eingeben.');
  assert.equal(renameProblem('Therapie1', 'therapie1'), undefined);
  assert.equal(renameProblem('', 'therapie1'), 'Sie müssen einen Benutzernamen angeben.');
});
