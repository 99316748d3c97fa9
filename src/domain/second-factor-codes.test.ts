import { strict as assert } from 'node:assert';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { newRecoveryCode, readTypedCode } from './second-factor-codes.ts';

test('a one-time code has six digits in any grouping', () => {
  for (const text of ['123456', '123 456', ' 123-456 ', '12 34 56'])
    assert.deepEqual(readTypedCode(text), { kind: 'one-time', digits: '123456' }, text);
});

test('a recovery code is read back as it was given, in any case, with or without hyphens', () => {
  const code = String(newRecoveryCode(randomInt));
  assert.match(code, /^([2-9A-HJ-NP-Z]{4}-){6}[2-9A-HJ-NP-Z]{4}$/);
  const plain = code.replaceAll('-', '');
  for (const text of [code, plain, code.toLowerCase(), code.replaceAll('-', ' '), code.replaceAll('-', '–')])
    assert.deepEqual(readTypedCode(text), { kind: 'recovery', code: plain }, text);
});

test('a text of another form is neither a one-time code nor a recovery code', () => {
  for (const text of [
    '',
    '12345',
    '1234567',
    'abcdef',
    '１２３４５６',
    'ABCD-EFGH-JKLM-NPQ0',
    'ABCD-EFGH-JKLM',
    'ABCD-EFGH-JKLM-NPQR',
    'ABCD-EFGH-JKLM-NPQR-STUV',
  ])
    assert.equal(readTypedCode(text), undefined, text);
});
