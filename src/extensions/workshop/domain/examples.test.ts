import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFile } from '../../../../test/made-instruments.ts';
import { parseInstrument } from '../../../domain/instrument.ts';
import { exampleFaults } from './examples.ts';

const ITEMS = { 'a-1': [0, 3], 'a-2': [0, 3], 'a-3': [0, 3] } as const;
const ids = Object.keys(ITEMS);

function anInstrument(method: 'sum' | 'mean') {
  const scales = [{ key: 'all', title: 'Gesamt', method, items: ids, reversed: ['a-3'] }];
  const parsed = parseInstrument(JSON.stringify(madeFile({ items: ITEMS, scales })));
  return parsed.kind === 'instrument' ? parsed.instrument : assert.fail(JSON.stringify(parsed));
}

const example = (values: readonly (number | string)[], score: number, name = '') => ({
  name,
  answers: values.map((value, index) => ({ item: ids[index] ?? 'none', value })),
  expected: [{ scale: 'all', score }],
});

const codes = (method: 'sum' | 'mean', ...examples: ReturnType<typeof example>[]) =>
  exampleFaults(anInstrument(method), examples).map((list) => list.map(({ code }) => code));

test('an example that comes out equal has no fault, a reversed question included', () => {
  assert.deepEqual(codes('sum', example([0, 0, 0], 3), example([3, 3, 3], 6), example([1, 2, 0], 6)), [
    [],
    [],
    [],
  ]);
});

test('an example that comes out otherwise says what was expected and what was computed', () => {
  assert.deepEqual(exampleFaults(anInstrument('sum'), [example([0, 0, 0], 0)]), [
    [{ code: 'example_unequal', scale: 'Gesamt', expected: 0, computed: 3 }],
  ]);
});

test('a score is compared as far as the manual prints it, and never more roughly than a twentieth', () => {
  assert.deepEqual(codes('mean', example([1, 0, 3], 0.33)), [[]]);
  assert.deepEqual(codes('mean', example([1, 0, 3], 0.3)), [[]]);
  assert.deepEqual(codes('mean', example([1, 0, 3], 0.34)), [['example_unequal']]);
  assert.deepEqual(codes('mean', example([1, 0, 3], 0)), [['example_unequal']]);
});

test('the same answers twice, an answer that does not exist and a scale without a score are faults', () => {
  assert.deepEqual(codes('sum', example([1, 1, 1], 4, 'Eins'), example([1, 1, 1], 4)), [
    [],
    ['example_same'],
  ]);
  assert.deepEqual(codes('sum', example([1, 1, 7], 4)), [['example_answer', 'example_unequal']]);
  assert.deepEqual(codes('sum', example([1, 1, 1, 1], 4)), [['example_answer']]);
  const unnamed = { ...example([1, 1, 1], 4), expected: [{ scale: 'other', score: 4 }] };
  assert.deepEqual(codes('sum', unnamed), [['example_scale', 'example_without_score']]);
});
