import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { asvsRows, documents, problemsOf, promiseRows, type PromiseRow } from './promises.ts';

for (const document of Object.values(documents)) {
  test(`every promise of ${document} names a test, and each named file, test and heading exists`, () => {
    const rows = promiseRows().filter((row) => row.document === document);
    assert.ok(rows.length > 20);
    assert.deepEqual(rows.flatMap(problemsOf), []);
  });
}

test('docs/asvs.md has every requirement of levels 1 and 2 once, with its level', () => {
  const list = readFileSync(join(import.meta.dirname, 'asvs-5.0.0.txt'), 'utf8');
  assert.deepEqual(
    asvsRows().map(({ number, level }) => `${number} ${level}`),
    list.trim().split('\n'),
  );
});

const row: PromiseRow = { document: documents.asvs, name: '1.2.4', state: 'met', proof: '' };
const file = '`test/structure/promises.test.ts`';

const problems = (change: Partial<PromiseRow>) => problemsOf({ ...row, ...change }).length;

test('a promise without a test, with a lost path or with a wrong test name is found', () => {
  assert.equal(problems({ proof: file }), 0);
  assert.equal(problems({ proof: `${file} "a promise without a test"` }), 0);
  assert.equal(problems({ proof: '`test/structure/*.test.ts`' }), 0);
  assert.equal(problems({ state: 'not applicable: no XML' }), 0);
  assert.equal(problems({ state: '**not met**: no second factor' }), 0);
  assert.equal(problems({ proof: 'by hand' }), 1);
  assert.equal(problems({ state: 'in part', proof: file }), 1);
  assert.equal(problems({ state: '**not met**' }), 2);
  assert.equal(problems({ proof: '`promises.test.ts`' }), 1);
  assert.equal(problems({ proof: `${file}, \`test/structure/lost.test.ts\`` }), 1);
  assert.equal(problems({ proof: `${file} "a name that ${'no'} file has"` }), 1);
});

test('only a requirement of a document is met by a heading, and only one that exists', () => {
  const proof = '`docs/operations.md#backup`';
  assert.deepEqual(problemsOf({ ...row, name: '2.1.1', proof }), []);
  assert.equal(problemsOf({ ...row, proof }).length, 1);
  assert.equal(
    problemsOf({ ...row, name: '2.1.1', proof: '`docs/operations.md#no-such-heading`' }).length,
    1,
  );
});

test('a requirement that is not done needs a record', () => {
  const undone = { ...row, document: documents.requirements, state: '**not done**' };
  assert.equal(problemsOf(undone).length, 1);
  assert.deepEqual(problemsOf({ ...undone, proof: '`docs/decisions/005-proof-of-origin.md`' }), []);
});
