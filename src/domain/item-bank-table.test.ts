import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBank } from './item-bank-table.ts';

const header = ['item', 'content', 'options', 'a', 'b1', 'b2', 'facet'];
const first = ['m1', 'Eins', 'often', '1.5', '-0.5', '0.75', 'mood'];

function read(rows: readonly (readonly string[])[], hasDecimalCommas = false) {
  return readBank({ rows: rows.map((cells, index) => ({ line: index + 1, cells })), hasDecimalCommas });
}

/** The mistakes of a table as "line column mistake". */
function mistakesOf(...rows: readonly (readonly string[])[]): readonly string[] {
  const found = read(rows);
  assert.ok(found.kind === 'mistakes');
  return found.mistakes.map(({ line, column, mistake }) => `${line} ${column} ${mistake}`);
}

test('a table of parameters is read with or without wording, with answers by name or as a list, and fewer thresholds', () => {
  assert.deepEqual(read([header, first, ['m2', '', 'nie | oft', '2', '+1', '', '']]), {
    kind: 'bank',
    items: [
      { id: 'm1', content: 'Eins', options: 'often', a: 1.5, b: [-0.5, 0.75], facet: 'mood' },
      { id: 'm2', options: ['nie', 'oft'], a: 2, b: [1] },
    ],
  });
  const least = read([
    ['Item', 'A', 'B1'],
    ['m1', '1', '0'],
  ]);
  assert.deepEqual(least, { kind: 'bank', items: [{ id: 'm1', options: 'answers', a: 1, b: [0] }] });
});

test('a decimal comma counts where commas do not stand between cells, and is refused by name elsewhere', () => {
  const rows = [
    ['item', 'a', 'b1'],
    ['m1', '1,5', '-0,25'],
  ];
  assert.deepEqual(read(rows, true), {
    kind: 'bank',
    items: [{ id: 'm1', options: 'answers', a: 1.5, b: [-0.25] }],
  });
  assert.deepEqual(mistakesOf(...rows), [
    '2 a "1,5" has a decimal comma: write 1.5.',
    '2 b1 "-0,25" has a decimal comma: write -0.25.',
  ]);
});

test('missing, unknown and repeated columns are named', () => {
  assert.deepEqual(mistakesOf(['item', 'slope', 'b2', 'item'], ['m1', '1', '0', 'm1']), [
    '1 a This column is missing.',
    '1 b1 This column is missing.',
    '1 slope There is no such column, only item, content, options, facet, a, b1, b2 …',
    '1 item This column stands twice.',
  ]);
  assert.deepEqual(mistakesOf(), ['1  There is no item.']);
  assert.deepEqual(mistakesOf(header), ['1  There is no item.']);
});

test('wrong numbers, thresholds that do not rise, gaps and rows of another length are named with their line', () => {
  const found = mistakesOf(
    header,
    ['m1', '', '', 'x', '', '0.5', ''],
    ['m2', '', '', '1', '0.5', '0.5', ''],
    ['m3', '', '', '-1', '0', '1', ''],
    ['m4', '', '', '1', '0', '1', '5', ''],
    ['m5', '', '', '', '', '', ''],
  );
  assert.deepEqual(
    found.map((one) => one.replace(/ Numbers have .*/, '')),
    [
      '2 a "x" is no number.',
      '2 b1 The number is missing.',
      '3 b2 Thresholds must rise strictly, but 0.5 follows 0.5.',
      '4 a The slope must be a number above 0 and at most 10000, but is -1.',
      '5  The row has 8 cells, the header 7.',
      '6 a The number is missing.',
      '6 b1 The number is missing.',
    ],
  );
});

test('ids, facets and answers that do not fit are named with their line', () => {
  const found = mistakesOf(
    header,
    first,
    ['m1', '', 'often', '1', '0', '', ''],
    ['m 3', '', 'nie|oft', '1', '0', '1', 'Mood'],
    ['m4', '', 'nie||oft', '1', '0', '1', ''],
    ['m5', '', 'Often', '1', '0', '1', ''],
  );
  assert.deepEqual(
    found.map((one) => one.replace(/ must be .*/, ' must be')),
    [
      '3 item "m1" stands in line 2 already.',
      '3 options "often" has 3 answers in line 2, but 2 here. Give these answers another name.',
      '4 item "m 3" must be',
      '4 facet "Mood" must be',
      '4 options 2 answers need 1 thresholds, but there are 2.',
      '5 options An answer of the list is empty.',
      '6 options "Often" must be',
    ],
  );
});
