import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { assertItemBank, itemBankProblems, parameterHash, type ItemBank } from './item-bank.ts';

const BANK: ItemBank = {
  id: 'mood',
  model: 'GRM',
  items: [
    { id: 'm1', a: 1.2, b: [-1, 0, 1] },
    { id: 'm2', a: 2.1, b: [0.5] },
  ],
};

test('an item bank with positive slopes and rising thresholds is valid', () => {
  assert.deepEqual(itemBankProblems(BANK), []);
});

test('all mistakes of an item bank are listed with their places', () => {
  const items = [
    { id: 'm1', a: 0, b: [1, 1] },
    { id: 'm1', a: 1, b: [] },
    { id: ' ', a: Number.NaN, b: ['x', 2] },
    7,
  ];
  const places = itemBankProblems({ id: '', model: 'RASCH', items }).map(({ path }) => path);
  assert.deepEqual(places, [
    'id',
    'model',
    'items[0].a',
    'items[1].b',
    'items[2].id',
    'items[2].a',
    'items[2].b[0]',
    'items[3]',
    'items[1].id',
  ]);
});

test('thresholds of the graded response model must rise strictly, steps of the partial credit model need not', () => {
  const items = [{ id: 'm1', a: 1, b: [1, 1, 0] }];
  const message = (model: string): string[] => itemBankProblems({ id: 'x', model, items }).map((p) => p.path);
  assert.deepEqual(message('GRM'), ['items[0].b[1]', 'items[0].b[2]']);
  assert.deepEqual(message('GPCM'), []);
});

test('a value that is no item bank is refused with a sentence', () => {
  for (const value of [null, undefined, 5, 'bank', [], {}, { id: 'x', model: 'GRM', items: [] }]) {
    assert.ok(itemBankProblems(value).every(({ message }) => message.endsWith('.')));
    assert.throws(() => assertItemBank(value), /cannot be used/);
  }
});

test('the parameter hash changes with every parameter, id and the order, but not with the name of the bank', () => {
  const [first, second] = BANK.items;
  assert.ok(first !== undefined && second !== undefined);
  const changed: ItemBank[] = [
    { ...BANK, model: 'GPCM' },
    { ...BANK, items: [second, first] },
    { ...BANK, items: [{ ...first, a: 1.2000001 }, second] },
    { ...BANK, items: [{ ...first, b: [-1, 0, 1.5] }, second] },
    { ...BANK, items: [{ ...first, id: 'm1b' }, second] },
  ];
  const hashes = new Set([BANK, ...changed].map(parameterHash));
  assert.equal(hashes.size, changed.length + 1);
  assert.equal(parameterHash({ ...BANK, id: 'other' }), parameterHash(BANK));
});

test('the parameter hash is the SHA-256 of the documented JSON text, of any length and in any script', () => {
  for (let length = 1; length < 200; length++) {
    const id = 'ä€x'.repeat(length).slice(0, length);
    const hash = parameterHash({ id: 'mood', model: 'GRM', items: [{ id, a: 1.2, b: [-1, 0.5] }] });
    const text = `["GRM",[["${id}",1.2,[-1,0.5]]]]`;
    assert.equal(hash, createHash('sha256').update(text).digest('hex'), text);
  }
});

const messageOf = (a: unknown) => itemBankProblems({ ...BANK, items: [{ id: 'm1', a, b: [0] }] })[0]?.message;

test('a bank without items is refused at its items', () => {
  for (const items of [[], 'm1', undefined])
    assert.deepEqual(
      itemBankProblems({ ...BANK, items }).map(({ path }) => path),
      ['items'],
    );
});

test('the message about a parameter shows the number or text that stands in the file', () => {
  assert.match(messageOf(Number.NaN) ?? '', /is NaN\.$/);
  assert.match(messageOf(-2) ?? '', /is -2\.$/);
  assert.match(messageOf('2') ?? '', /is "2"\.$/);
  assert.match(messageOf(undefined) ?? '', /is missing\.$/);
  assert.match(messageOf(10_001) ?? '', /is 10001\.$/);
  assert.equal(messageOf(10_000), undefined);
});

const wrongThresholds = (b: number) =>
  itemBankProblems({ ...BANK, items: [{ id: 'm1', a: 1, b: [b] }] }).length;

test('thresholds reach from -10,000 to 10,000', () => {
  assert.deepEqual([-10_000, 0, 10_000].map(wrongThresholds), [0, 0, 0]);
  assert.deepEqual([-10_001, 10_001].map(wrongThresholds), [1, 1]);
});

test('a refused item bank is described line by line, with the place of each mistake that has one', () => {
  const refusal = 'The item bank cannot be used.';
  assert.throws(() => assertItemBank(5), {
    message: `${refusal}\nAn item bank must be an object with id, model and items.`,
  });
  const [first] = BANK.items;
  const repeated = { ...BANK, items: [first, { ...first, a: 0 }, first] };
  assert.throws(() => assertItemBank(repeated), {
    message: [
      refusal,
      'items[1].a: The slope must be a number above 0 and at most 10000, but is 0.',
      'items[1].id: The id "m1" is already used by items[0].',
      'items[2].id: The id "m1" is already used by items[0].',
    ].join('\n'),
  });
});
