import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { generatePassword, normalizePassword, passwordRefusals } from './passwords.ts';

const context = {
  names: ['therapie1', 'Ambulanz Musterstadt'],
  common: new Set(['passwort1234', 'qwertz123456']),
};

function refusals(password: string): readonly string[] {
  return passwordRefusals(password, context);
}

test('the password of the demo staff fulfils the rules', () => {
  assert.deepEqual(refusals('Demo-Passwort-2026'), []);
});

test('a password has 10 to 128 characters', () => {
  assert.deepEqual(refusals('Abcdefgh1'), ['password_too_short']);
  assert.deepEqual(refusals('Abcdefghi1'), []);
  assert.deepEqual(refusals(`Ab1${'x'.repeat(125)}`), []);
  assert.deepEqual(refusals(`Ab1${'x'.repeat(126)}`), ['password_too_long']);
});

test('an umlaut or an emoji counts as one character of a password', () => {
  assert.deepEqual(refusals('Aa1😀😀😀😀😀😀'), ['password_too_short']);
  assert.deepEqual(refusals('Aa1a\u0308a\u0308a\u0308a\u0308a\u0308a\u0308'), ['password_too_short']);
  assert.deepEqual(refusals('Aa1😀😀😀😀😀😀😀'), []);
});

test('a password needs a small letter, a capital letter and a digit, and umlauts count as letters', () => {
  assert.deepEqual(refusals('SCHRANKTÜR7'), ['password_lowercase_missing']);
  assert.deepEqual(refusals('schranktür7'), ['password_uppercase_missing']);
  assert.deepEqual(refusals('Schranktüren'), ['password_digit_missing']);
  assert.deepEqual(refusals('ÄÖÜÄÖÜÄÖÜß1'), []);
});

test('a refused password shows all broken rules at once', () => {
  assert.deepEqual(refusals(''), [
    'password_too_short',
    'password_lowercase_missing',
    'password_uppercase_missing',
    'password_digit_missing',
  ]);
});

test('a well-known password is refused in any case', () => {
  assert.deepEqual(refusals('Passwort1234'), ['password_common']);
  assert.deepEqual(refusals('QWERTZ123456'), ['password_lowercase_missing', 'password_common']);
  assert.deepEqual(refusals('Passwort12345'), []);
});

test('a password must not contain the username or the clinic name, regardless of case and punctuation', () => {
  for (const password of [
    'xxTHERAPIE1xx',
    'Therapie-1-neu',
    'AmbulanzMusterstadt1',
    'ambulanz-MUSTERSTADT-7',
  ])
    assert.deepEqual(refusals(password), ['password_contains_name'], password);
  assert.deepEqual(refusals('Musterstadt-2026'), []);
});

test('a password may contain a username of one or two letters', () => {
  const short = { names: ['a', 'Li', '', '--'], common: new Set<string>() };
  assert.deepEqual(passwordRefusals('Liebe-Abende-7', short), []);
});

test('spaces in a password count and are never removed', () => {
  assert.equal(normalizePassword('  Abcdefgh1 '), '  Abcdefgh1 ');
  assert.deepEqual(refusals(' Abcdefgh1'), []);
});

test('two spellings of an umlaut are one password', () => {
  assert.equal(normalizePassword('Scho\u0308n'), normalizePassword('Schön'));
});

test('a generated password has 16 unmistakable characters and fulfils the rules', () => {
  for (let round = 0; round < 1000; round++) {
    const password = String(generatePassword(randomInt));
    assert.match(password, /^[2-9A-HJ-NP-Za-hjkmnp-z]{16}$/);
    assert.deepEqual(refusals(password), []);
  }
});

test('every character of a generated password is drawn from 55', () => {
  const limits = new Set<number>();
  generatePassword((limit) => {
    limits.add(limit);
    return randomInt(limit);
  });
  assert.deepEqual([...limits], [55]);
  const all = new Set(Array.from({ length: 400 }, () => generatePassword(randomInt)).join(''));
  assert.equal(all.size, 55);
});

test('a broken random source causes an error instead of a weak password', () => {
  assert.throws(() => generatePassword(() => 0));
});
