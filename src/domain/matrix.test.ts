import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFile, readMade } from '../../test/made-instruments.ts';
import { mistakesOf } from '../../test/sample-instrument.ts';
import { anAnswer, aPlan } from '../../test/survey-samples.ts';
import { currentPage } from './survey-flow.ts';

// A page whose items are rows with the same answers.

type File = { readonly dimensions: readonly { readonly items: readonly object[] }[] };

/** A matrix of three questions, each with something changed, behind a page with the first question. */
function matrixFile(changes: readonly object[] = [], rows = ['r1', 'r2', 'r3']) {
  const items = { first: [0, 1], r1: [0, 4], r2: [0, 4], r3: [0, 4] } as const;
  const file = madeFile({ items, scales: [] }) as File;
  const [dimension] = file.dimensions;
  assert.ok(dimension);
  const others = ['first', 'r1', 'r2', 'r3'].filter((id) => !rows.includes(id));
  const pages = [{ items: others }, { layout: 'matrix', connector: 'Wie oft?', items: rows }];
  const changed = dimension.items.map((item, index) => ({ ...item, ...changes[index - 1] }));
  return { ...file, dimensions: [{ ...dimension, pages, items: changed }] };
}

const mistakes = (...changes: readonly object[]) => mistakesOf(matrixFile(changes)).join();
const REFUSED = /^dimensions\[0\]\.pages\[1\]\.layout: A matrix has two rows or more, all with radio buttons/;

test('a page says that it is a matrix, also where a condition leaves one of its rows out', () => {
  const instrument = readMade(
    JSON.stringify(matrixFile([{}, { show_if: { all: [{ item: 'first', is: 1 }] } }])),
  );
  const plan = aPlan([instrument]);
  assert.equal(currentPage(plan, [])?.layout, undefined);
  const after = (value: number) =>
    currentPage(plan, [{ number: 1, answers: [anAnswer('first', value, `Antwort ${value}`)] }]);
  assert.deepEqual(
    after(1)?.items.map(({ id }) => id),
    ['r1', 'r2', 'r3'],
  );
  const page = after(0);
  assert.deepEqual(
    [page?.layout, page?.dimension.connector, page?.items.map(({ id }) => id)],
    ['matrix', 'Wie oft?', ['r1', 'r3']],
  );
});

test('the rows of a matrix have the same answers, or the check refuses it', () => {
  assert.equal(mistakes(), '');
  const other = [0, 1].map((value) => ({ id: `o${value}`, label: `Stufe ${value}`, value }));
  assert.match(mistakes({}, { options: other }), REFUSED);
  assert.match(mistakes({ not_applicable: false }), REFUSED);
  assert.match(mistakes({}, {}, { declinable: false }), REFUSED);
  assert.match(mistakes({ type: 'QUESTION_SELECT' }), REFUSED);
  assert.match(mistakesOf(matrixFile([], ['r1'])).join(), REFUSED);
  const typed = { type: 'QUESTION_INTEGER', options: undefined };
  assert.match(mistakes(typed, typed, typed), REFUSED);
});
