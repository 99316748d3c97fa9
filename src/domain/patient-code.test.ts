import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { codeWarning, meantKeys, nameKey, nameRefusal, proposeCode, typedNameKey } from './patient-code.ts';

const noCodes = new Set<string>();

test('a patient code consists of letters and digits, including umlauts and ß', () => {
  for (const code of ['P1001', 'a', 'Müller7', 'Weiß', 'A'.repeat(255)])
    assert.equal(nameRefusal(code), undefined);
});

test('an empty patient code counts as missing', () => {
  assert.equal(nameRefusal(''), 'missing');
});

test('a patient code with a space or special character is refused', () => {
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

test('a patient code has at most 255 characters', () => {
  assert.equal(nameRefusal('ä'.repeat(255)), undefined);
  assert.equal(nameRefusal('a\u0308'.repeat(255)), undefined);
  assert.equal(nameRefusal('A'.repeat(256)), 'too_long');
  // Counted in UTF-16 units, as the API counts.
  assert.equal(nameRefusal('𠀀'.repeat(127)), undefined);
  assert.equal(nameRefusal('𠀀'.repeat(128)), 'too_long');
});

test('a name that looks like another one by its script, digits or letters is refused', () => {
  for (const name of [
    '\u0430nton',
    '\u0130smail',
    '\uff11234',
    '\u0663',
    '\uff41nton',
    '\ufb01nn',
    'a\u3164b',
    '\u3164',
    'a\u0561',
  ])
    assert.equal(nameRefusal(name), 'unusual_letters', JSON.stringify(name));
  for (const name of [
    'anton',
    '\u0430\u043d\u0442\u043e\u043d7',
    '\u0393\u03b9\u03ce\u03c1',
    'Ğülşen',
    'Łukasz',
    '123',
  ])
    assert.equal(nameRefusal(name), undefined, name);
});

test('a name with unusual letters may stay, and not become another one', () => {
  assert.equal(nameRefusal('\u0430nton', '\u0430nton'), undefined);
  assert.equal(nameRefusal('\u0430nton2', '\u0430nton'), 'unusual_letters');
});

test('letters of two scripts make no name, in any order and with any digits', () => {
  const latin = fc.string({ unit: fc.constantFrom('a', 'B', 'ß', 'é', '7'), minLength: 1 });
  const other = fc.constantFrom('а', 'Ж', 'α', 'א', 'ب', '漢', 'か');
  fc.assert(
    fc.property(latin, other, latin, (before, letter, after) => {
      const name = `${before}${letter}${after}`;
      const expected = /\p{Script=Latin}/u.test(name) ? 'unusual_letters' : undefined;
      assert.equal(nameRefusal(name), expected, name);
    }),
  );
});

test('patient codes that differ only in case or in the Unicode spelling of an umlaut are the same', () => {
  assert.equal(nameKey('MÜLLER1'), nameKey('mu\u0308ller1'));
  assert.notEqual(nameKey('Muller1'), nameKey('Müller1'));
});

test('a name key does not change when it is made again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) =>
      assert.equal(nameKey(nameKey(name)), nameKey(name)),
    ),
  );
});

test('a proposed patient code has eight unmistakable characters and causes no warning', () => {
  for (let round = 0; round < 500; round++) {
    const code = proposeCode(randomInt);
    assert.match(code, /^[2-9A-HJ-NP-Z]{8}$/);
    assert.equal(nameRefusal(code), undefined);
    assert.equal(codeWarning(code, noCodes), undefined);
  }
});

test('each character of a proposed patient code is drawn from all 32', () => {
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

test('a patient code of seven characters is called short, one of eight is not', () => {
  assert.equal(codeWarning('K7QX2MB', noCodes), 'short');
  assert.equal(codeWarning('K7QX2MBV', noCodes), undefined);
});

test('a patient code of one sign, like 7777, is called repeated', () => {
  for (const code of ['aaaaaaaa', '777', 'Z'.repeat(60), 'zZzZ'])
    assert.equal(codeWarning(code, noCodes), 'repeated', code);
});

test('a patient code like 1234 or ABCD is called sequential', () => {
  for (const code of ['12345678', '87654321', 'ABCDEFGH', 'abc'])
    assert.equal(codeWarning(code, noCodes), 'sequential', code);
});

test('a patient code one above or below another code of the clinic is called sequential', () => {
  const clinic = new Set(['patient0099', 'k7qx2mbv']);
  assert.equal(codeWarning('Patient0100', clinic), 'sequential');
  assert.equal(codeWarning('PATIENT0098', clinic), 'sequential');
  assert.equal(codeWarning('Patient0099', clinic), undefined);
  assert.equal(codeWarning('Patient0101', clinic), undefined);
  assert.equal(codeWarning('Patient100', clinic), undefined);
});

test('two characters are no sequence, and steps of two are none', () => {
  assert.equal(codeWarning('AB', noCodes), 'short');
  assert.equal(codeWarning('77', noCodes), 'short');
  assert.equal(codeWarning('ACEGIKMO', noCodes), undefined);
  assert.equal(codeWarning('AZ', noCodes), 'short');
});

test('a code typed with a hyphen, a dot, a blank or a sign that nobody sees is the code', () => {
  for (const typed of [
    'KR7T-Q2MX',
    'kr7t q2mx',
    ' KR7TQ2MX.',
    'KR7TQ2MX\u200B',
    '\uFEFFKR7T\u00A0Q2MX',
    'KR7T\u00ADQ2MX',
  ])
    assert.equal(typedNameKey(typed), 'kr7tq2mx', JSON.stringify(typed));
  for (const name of ['Müller', 'Mu\u0308ller', 'İnci'])
    assert.equal(typedNameKey(` ${name}.`), nameKey(name), name);
});

test('an O may stand for a zero and an I or an l for a one, each on its own', () => {
  assert.deepEqual(meantKeys('p1001'), ['p1001']);
  assert.deepEqual(meantKeys('lo7'), ['lo7', '1o7', 'l07', '107']);
  const many = 'oilo'.repeat(60);
  assert.deepEqual(meantKeys(many), [many, '0110'.repeat(60)]);
});
