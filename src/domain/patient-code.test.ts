import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { codeWarning, nameKey, nameRefusal, proposeCode } from './patient-code.ts';

const nobody = new Set<string>();

test('letters and digits make a code, umlauts and ß are letters', () => {
  for (const code of ['P1001', 'a', 'Müller7', 'Weiß', 'A'.repeat(255)])
    assert.equal(nameRefusal(code), undefined);
});

test('an empty code is missing', () => {
  assert.equal(nameRefusal(''), 'missing');
});

test('spaces and special characters are refused wherever they stand', () => {
  for (const code of [
    ' ',
    'P 1',
    ' P1',
    'P1 ',
    'P-1',
    'P_1',
    'P.1',
    'P1\n',
    '=P1',
    '<b>',
    'P\u00001',
    'P\u200b1',
    '٫',
  ])
    assert.equal(nameRefusal(code), 'special_characters', JSON.stringify(code));
});

test('a code has at most 255 characters', () => {
  assert.equal(nameRefusal('ä'.repeat(255)), undefined);
  assert.equal(nameRefusal('a\u0308'.repeat(255)), undefined);
  assert.equal(nameRefusal('A'.repeat(256)), 'too_long');
  // As the forms and the contract count: in UTF-16 units.
  assert.equal(nameRefusal('𝟙'.repeat(127)), undefined);
  assert.equal(nameRefusal('𝟙'.repeat(128)), 'too_long');
});

test('codes that differ only in case or in the spelling of an umlaut are the same', () => {
  assert.equal(nameKey('MÜLLER1'), nameKey('mu\u0308ller1'));
  assert.notEqual(nameKey('Muller1'), nameKey('Müller1'));
});

test('the key of a key is itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) =>
      assert.equal(nameKey(nameKey(name)), nameKey(name)),
    ),
  );
});

test('a proposed code has eight unmistakable characters and gives no warning', () => {
  for (let round = 0; round < 500; round++) {
    const code = proposeCode(randomInt);
    assert.match(code, /^[2-9A-HJ-NP-Z]{8}$/);
    assert.equal(nameRefusal(code), undefined);
    assert.equal(codeWarning(code, nobody), undefined);
  }
});

test('every character of a proposed code is drawn from all 32', () => {
  const limits: number[] = [];
  const code = proposeCode((limit) => limits.push(limit) - 1);
  assert.equal(code, '23456789');
  assert.deepEqual(
    limits,
    Array.from({ length: 8 }, () => 32),
  );
  assert.equal(
    proposeCode((limit) => limit - 1),
    'ZZZZZZZZ',
  );
});

test('a code of seven characters is called short, one of eight not', () => {
  assert.equal(codeWarning('K7QX2MB', nobody), 'short');
  assert.equal(codeWarning('K7QX2MBV', nobody), undefined);
});

test('runs of characters are called sequential', () => {
  for (const code of ['12345678', '87654321', 'ABCDEFGH', 'aaaaaaaa', 'abc', '777'])
    assert.equal(codeWarning(code, nobody), 'sequential', code);
});

test('a code counted on from another code of the clinic is called sequential', () => {
  const clinic = new Set(['patient0099', 'k7qx2mbv']);
  assert.equal(codeWarning('Patient0100', clinic), 'sequential');
  assert.equal(codeWarning('PATIENT0098', clinic), 'sequential');
  assert.equal(codeWarning('Patient0099', clinic), undefined);
  assert.equal(codeWarning('Patient0101', clinic), undefined);
  assert.equal(codeWarning('Patient100', clinic), undefined);
});
