import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTypedDate, textAfterInput, withWholeYear } from './date-text.ts';

function type(keys: string, start = ''): string {
  let text = start;
  for (const key of keys) text = textAfterInput(text, text + key);
  return text;
}

test('typed digits of a date get their dots', () => {
  assert.equal(type('01011990'), '01.01.1990');
});

test('typed dots of a date are not doubled', () => {
  assert.equal(type('01.01.1990'), '01.01.1990');
  assert.equal(type('1.1.1990'), '1.1.1990');
  assert.equal(type('01..'), '01.');
});

test('a date typed with the year first becomes dd.mm.yyyy', () => {
  for (const year of ['1990', '1905', '2000', '2011']) assert.equal(type(`${year}-02-03`), `03.02.${year}`);
});

test('a slash, a comma or a dash in a date becomes a dot', () => {
  assert.equal(type('1/2-1990'), '1.2.1990');
});

test('deleting in a date field removes a dot and does not bring it back', () => {
  assert.equal(textAfterInput('01.0', '01.'), '01.');
  assert.equal(textAfterInput('01.', '01'), '01');
});

test('a correction in the middle of a date stays as it was typed', () => {
  assert.equal(textAfterInput('01.01.1990', '0.01.1990'), '0.01.1990');
  assert.equal(textAfterInput('0.01.1990', '02.01.1990'), '02.01.1990');
});

test('a pasted date becomes dd.mm.yyyy', () => {
  for (const pasted of ['1990-02-03', '3.2.1990', '03/02/1990', ' 03.02.1990 ', '03021990', '3. 2. 1990'])
    assert.equal(textAfterInput('', pasted), '03.02.1990', pasted);
});

test('a date of birth gets its whole year, which is not in the future', () => {
  assert.equal(withWholeYear('1.2.80', 2026), '01.02.1980');
  assert.equal(withWholeYear(type('010280'), 2026), '01.02.1980');
  assert.equal(withWholeYear(textAfterInput('', '010280'), 2026), '01.02.1980');
  assert.equal(withWholeYear('31.12.05', 2026), '31.12.2005');
  assert.equal(withWholeYear('1.1.27', 2026), '01.01.1927');
  for (const text of ['', '1.2', '1.2.1980', 'gestern']) assert.equal(withWholeYear(text, 2026), text);
});

test('a date pasted over another one becomes dd.mm.yyyy', () => {
  assert.equal(textAfterInput('01.01.1990', '1985-12-24'), '24.12.1985');
});

test('pasted text that is no date stays in the date field', () => {
  assert.equal(textAfterInput('', 'gestern'), 'gestern');
  assert.equal(textAfterInput('', '1990-02-30'), '1990-02-30');
});

test('a day that does not exist stays in the date field and is called impossible', () => {
  assert.equal(type('31021990'), '31.02.1990');
  assert.deepEqual(readTypedDate('31.02.1990'), { kind: 'impossible' });
  assert.deepEqual(readTypedDate('29.02.2024'), { kind: 'date', iso: '2024-02-29' });
  assert.deepEqual(readTypedDate('29.02.2023'), { kind: 'impossible' });
});

test('an unfinished date is incomplete, an empty date field is empty', () => {
  assert.deepEqual(readTypedDate('01.01.90'), { kind: 'incomplete' });
  assert.deepEqual(readTypedDate('01'), { kind: 'incomplete' });
  assert.deepEqual(readTypedDate('  '), { kind: 'empty' });
});
