import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine, guardFormula } from './csv-export.ts';

test('a CSV text that a spreadsheet would run as a formula gets an apostrophe', () => {
  for (const text of [
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '＝1+1',
    '=cmd|"/c calc"!A1',
    '-',
  ])
    assert.equal(guardFormula(text), `'${text}`);
});

test('other CSV texts and numbers stay unchanged', () => {
  for (const text of ['S-17', '', 'a=b', '-12', '+3,5', '-0.25', 'F32.1'])
    assert.equal(guardFormula(text), text);
});

test('CSV cells with the delimiter, quotes or line breaks are quoted', () => {
  assert.equal(csvLine(['a;b', 'c"d', 'e\nf', 'g,h']), '"a;b";"c""d";"e\nf";g,h');
  assert.equal(csvLine(['a;b', 'g,h'], ','), 'a;b,"g,h"');
});

test('a formula behind a semicolon or a tab gets an apostrophe, because Excel divides the file there', () => {
  assert.equal(guardFormula("ok;=cmd|'/C calc'!A0;x"), "ok;'=cmd|'/C calc'!A0;x");
  assert.equal(guardFormula('a; +1\t@b;"=c'), "a; '+1\t'@b;\"'=c");
  assert.equal(guardFormula(';=1'), ";'=1");
  assert.equal(guardFormula('müde; 3-mal geweint; a=b'), 'müde; 3-mal geweint; a=b');
});

test('a CSV formula with quotes gets an apostrophe and is quoted', () => {
  assert.equal(csvLine(['=HYPERLINK("x")']), `"'=HYPERLINK(""x"")"`);
});

test('CSV numbers, truth values and missing values are written without apostrophe and quotes', () => {
  assert.equal(csvLine([-1.5, 0, true, null, undefined, '']), '-1.5;0;true;;;');
});
