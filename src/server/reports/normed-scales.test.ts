import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeInstrument } from '../../../test/made-instruments.ts';
import { anAnswer, aPlan } from '../../../test/survey-samples.ts';
import type { NormedPerson } from '../../domain/scoring-classical.ts';
import { scoreSession } from '../../domain/scoring.ts';
import { printText } from '../print/print-text.ts';
import { scaleInFull } from './scale-blocks.ts';
import { scaleRows } from './scale-rows.ts';

const norm = { population: 'P', source: 'Q', metric: 't' };
const band = (key: string, from: number | null) => ({ key, from, label: key, clinician: 'T', patient: 'T' });
const list = [band('unten', null), band('oben', 60)];
const women = { genders: ['FEMALE'] };

const instrument = madeInstrument({
  items: { i1: [0, 4], i2: [0, 4] },
  norm_tables: [
    { ...norm, id: 'all', title: 'Alle', table: Array.from({ length: 9 }, (_, sum) => [sum, 40 + 4 * sum]) },
    {
      ...norm,
      id: 'share',
      title: 'Prozente',
      metric: 'percentile',
      table: [
        [0, 10],
        [5, 77],
      ],
    },
  ],
  scales: [
    {
      key: 'total',
      method: 'sum',
      items: ['i1', 'i2'],
      norm_set: 'all',
      percentile_tables: ['share'],
      bands: {
        metric: 't',
        source: 'Q',
        list,
        groups: [{ id: 'women', title: 'Frauen', group: women, cuts: [58] }],
      },
      reliable_change: { method: 'jacobson-truax', sd: 10, reliability: 0.9, source: 'Q' },
    },
  ],
});

const time = {
  from: '2026-01-01',
  to: '2026-02-01',
  therapy: { admission: '2026-01-01', discharge: null },
  missed: [],
};

function rowOf(person: NormedPerson, ...sums: readonly (readonly [number, number])[]) {
  const points = sums.map(([i1, i2], index) => {
    const answers = [anAnswer('i1', i1), anAnswer('i2', i2)];
    const { scales } = scoreSession(aPlan([instrument]), [{ number: 1, answers }], person);
    return { label: `Punkt ${index + 1}`, date: `2026-0${index + 1}-01`, scores: scales };
  });
  const [row] = scaleRows(instrument, points, time);
  assert.ok(row);
  return row;
}

test('a sum with norms is shown, banded and compared in T, with its percentile', () => {
  const row = rowOf({ gender: 'MALE', age: 40 }, [4, 4], [2, 3]);
  assert.equal(row.current?.score, 'T 60,0');
  assert.equal(row.current?.band?.key, 'oben');
  assert.deepEqual(row.range, { lower: 20, upper: 80 });
  // 12 T less, and 1.96 · 10 · √0.2 = 8.8.
  assert.deepEqual(
    row.changes.map(({ kind, points, threshold }) => [kind, points, threshold]),
    [['improved', '−12,0', '8,8']],
  );
  const text = printText([scaleInFull(row, 3)]);
  assert.match(text, /Etwa 77 von 100 Personen der Normgruppe haben einen niedrigeren Wert \(Prozente\)/);
  assert.match(text, /T-Werte haben in der Normgruppe den Mittelwert 50/);
});

const bandsOf = (gender: 'FEMALE' | 'MALE') =>
  rowOf({ gender, age: 40 }, [2, 3]).bands.map(({ range }) => range);

test('the bands of a report begin where those of the patient’s group begin', () => {
  assert.deepEqual(bandsOf('MALE'), ['unter 60', 'ab 60']);
  assert.deepEqual(bandsOf('FEMALE'), ['unter 58', 'ab 58']);
});
