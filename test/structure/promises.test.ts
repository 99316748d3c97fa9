import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isOfAsvs, ownNumbers, problemsOf, type Requirement, requirements } from './promises.ts';

const table = requirements();

test('every security requirement names a test, and each named file, test and heading exists', () => {
  assert.deepEqual(table.flatMap(problemsOf), []);
});

test('the table has every requirement of levels 1 and 2 of the ASVS once, with its level', () => {
  const list = readFileSync(join(import.meta.dirname, 'asvs-5.0.0.txt'), 'utf8');
  assert.deepEqual(
    table.filter(isOfAsvs).map(({ number, level }) => `${number} ${level}`),
    list.trim().split('\n'),
  );
});

test('the table has every requirement of our own once', () => {
  const expected = Array.from({ length: 80 }, (_, index) => `R${index + 1}`);
  assert.deepEqual(table.flatMap(ownNumbers).toSorted(), expected.toSorted());
});

const row: Requirement = { number: '1.2.4', level: '1', subject: '', answer: 'met', proof: '' };
const own: Requirement = { ...row, number: 'R80', level: '' };
const file = '`test/structure/promises.test.ts`';

const problems = (change: Partial<Requirement>) => problemsOf({ ...row, ...change }).length;

test('a promise without a test, with a lost path or with a wrong test name is found', () => {
  assert.equal(problems({ proof: file }), 0);
  assert.equal(problems({ proof: `${file} "a promise without a test"` }), 0);
  assert.equal(problems({ proof: '`test/structure/*.test.ts`' }), 0);
  assert.equal(problems({ answer: 'not applicable: no XML' }), 0);
  assert.equal(problems({ answer: '**not met**: no second factor' }), 0);
  assert.equal(problems({ proof: 'by hand' }), 1);
  assert.equal(problems({ answer: 'in part', proof: file }), 1);
  assert.equal(problems({ answer: '**not met**' }), 2);
  assert.equal(problems({ proof: '`promises.test.ts`' }), 1);
  assert.equal(problems({ proof: `${file}, \`test/structure/lost.test.ts\`` }), 1);
  assert.equal(problems({ proof: `${file} "a name that ${'no'} file has"` }), 1);
});

test('only a requirement of a document is met by a heading, and only one that exists', () => {
  const proof = '`docs/run.md#backup`';
  assert.deepEqual(problemsOf({ ...row, number: '2.1.1', proof }), []);
  assert.equal(problemsOf({ ...row, proof }).length, 1);
  assert.equal(problemsOf({ ...row, number: '2.1.1', proof: '`docs/run.md#no-such-heading`' }).length, 1);
});

test('a requirement of our own that is not met needs a record', () => {
  const undone = { ...own, answer: '**not met**: too costly' };
  assert.equal(problemsOf(undone).length, 2);
  assert.deepEqual(problemsOf({ ...undone, proof: '`docs/decisions/005-proof-of-origin.md`' }), []);
});
