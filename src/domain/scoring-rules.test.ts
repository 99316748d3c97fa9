// The rules of scoring that published questionnaires need, each with figures that were worked by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeInstrument, type MadeParts } from '../../test/made-instruments.ts';
import { anAnswer, aPlan } from '../../test/survey-samples.ts';
import { scaleRange } from './instrument-items.ts';
import { hasNormGroups, scoreSession } from './scoring.ts';
import { scoreChange } from './scoring-change.ts';
import type { NormedPerson } from './scoring-classical.ts';

type Answers = Readonly<Record<string, number | readonly number[]>>;

/** The scores of an instrument by the keys of its scales. */
function scoresOf(parts: MadeParts, answers: Answers, person: NormedPerson | null = null) {
  const given = Object.entries(answers).map(([id, value]) => anAnswer(id, value));
  const { scales } = scoreSession(aPlan([madeInstrument(parts)]), [{ number: 1, answers: given }], person);
  return Object.fromEntries(scales.map((score) => [score.scale, score]));
}

const raw = (parts: MadeParts, answers: Answers) => scoresOf(parts, answers)['a']?.raw;

const items = { i1: [0, 4], i2: [0, 4], i3: [1, 10] } as const;
const ids = Object.keys(items);
const sum = { key: 'a', method: 'sum', items: ids };

test('a factor and a rounding make the published score, and the range follows', () => {
  const parts = { items, scales: [{ ...sum, factor: 2, decimals: 0 }] };
  assert.equal(raw(parts, { i1: 1, i2: 2, i3: 4 }), 14);
  const mean = { items, scales: [{ ...sum, method: 'mean', items: ['i1', 'i2'], factor: 10, decimals: 1 }] };
  assert.equal(raw(mean, { i1: 1, i2: 2 }), 15);
  const made = madeInstrument(parts);
  assert.deepEqual(scaleRange(made.scales[0]!, made), { lower: 2, upper: 36 });
});

test('an item of its own range is turned round within it, and a weight counts it several times', () => {
  const parts = { items, scales: [{ ...sum, reversed: ['i1', 'i3'], weights: { i3: 3 } }] };
  // 4 - 1 = 3, 2, and three times 1 + 10 - 4 = 7.
  assert.equal(raw(parts, { i1: 1, i2: 2, i3: 4 }), 26);
  const made = madeInstrument(parts);
  assert.deepEqual(scaleRange(made.scales[0]!, made), { lower: 3, upper: 38 });
});

test('a sum with missing answers is prorated, or what is missing counts 0', () => {
  const rule = { type: 'max_missing', value: 1 };
  const four = { items, scales: [{ ...sum, items: ['i1', 'i2'], missing: rule }] };
  assert.equal(raw(four, { i1: 3 }), 6);
  const plain = { items, scales: [{ ...four.scales[0]!, missing: { ...rule, prorate: false } }] };
  assert.equal(raw(plain, { i1: 3 }), 3);
  assert.equal(raw(plain, {}), null);
});

const table = (id: string, rows: readonly (readonly [number, number])[], more: object = {}) => {
  return { id, title: `Norm ${id}`, population: 'P', source: 'Q', metric: 't', table: rows, ...more };
};

const bands = {
  metric: 't',
  source: 'Q',
  condition_severity: 'on',
  list: [
    { key: 'low', from: null, label: 'unten', condition_severity: 'LOW', clinician: 'T', patient: 'T' },
    { key: 'high', from: 63, label: 'oben', condition_severity: 'HIGH', clinician: 'T', patient: 'T' },
  ],
};

const normed: MadeParts = {
  items,
  norm_tables: [
    table('all', [
      [1, 40],
      [5, 55],
      [9, 63],
    ]),
    table(
      'old-women',
      [
        [0, 35],
        [9, 62],
      ],
      { group: { genders: ['FEMALE'], age: { from: 60 } } },
    ),
    table(
      'share',
      [
        [0, 10],
        [8, 84],
      ],
      { metric: 'percentile' },
    ),
  ],
  scales: [{ ...sum, norm_set: 'all', norm_groups: ['old-women'], percentile_tables: ['share'], bands }],
};

test('a norm table gives T by gender and age, a band in T, and a percentile', () => {
  const answers = { i1: 3, i2: 2, i3: 4 };
  const all = scoresOf(normed, answers)['a'];
  assert.deepEqual(
    [all?.raw, all?.t, all?.norm_set, all?.band, all?.condition_severity, all?.percentile],
    [9, 63, 'all', 'high', 'HIGH', { value: 84, table: 'share' }],
  );
  const woman = scoresOf(normed, answers, { gender: 'FEMALE', age: 60 })['a'];
  assert.deepEqual([woman?.t, woman?.norm_set, woman?.band], [62, 'old-women', 'low']);
  const younger = scoresOf(normed, answers, { gender: 'FEMALE', age: 59 })['a'];
  assert.deepEqual([younger?.t, younger?.norm_set], [63, 'all']);
  assert.equal(scoresOf(normed, { i1: 3 })['a']?.t, null);
  assert.equal(hasNormGroups(aPlan([madeInstrument(normed)])), true);
});

test('mean and standard deviation of a norm give T of a sum, with interval and change in T', () => {
  const norm = { id: 'n', title: 'N', population: 'P', source: 'Q', mean: 8, sd: 4 };
  const rule = { method: 'jacobson-truax', sd: 10, reliability: 0.84, source: 'Q' };
  const parts = { items, norm_sets: [norm], scales: [{ ...sum, norm_set: 'n', reliable_change: rule }] };
  const [before, after] = [
    { i1: 4, i2: 4, i3: 4 },
    { i1: 0, i2: 1, i3: 3 },
  ].map((answers) => scoresOf(parts, answers)['a']!);
  assert.deepEqual([before?.t, after?.t], [60, 40]);
  // 1.96 times 10 times the root of 0.16.
  assert.ok(Math.abs((before?.interval?.upper ?? 0) - 67.84) < 0.01);
  const scale = madeInstrument(parts).scales[0]!;
  // 20 T is more than 1.96 times 10 times the root of 0.32, 11.1.
  const change = scoreChange(scale, before!, after!);
  assert.deepEqual([change?.points, change?.kind], [-20, 'improved']);
});

test('cut-offs of a group of patients decide the band', () => {
  const list = bands.list.map((band) => ({ ...band, from: band.from === null ? null : 8 }));
  const groups = [{ id: 'women', title: 'Frauen', group: { genders: ['FEMALE'] }, cuts: [5] }];
  const parts = { items, scales: [{ ...sum, bands: { ...bands, metric: 'raw', list, groups } }] };
  const bandOf = (person: NormedPerson | null) => {
    const score = scoresOf(parts, { i1: 2, i2: 2, i3: 1 }, person)['a'];
    return [score?.band, score?.band_group, score?.condition_severity];
  };
  assert.deepEqual(bandOf({ gender: 'FEMALE', age: 30 }), ['high', 'women', 'HIGH']);
  assert.deepEqual(bandOf({ gender: 'MALE', age: 30 }), ['low', undefined, 'LOW']);
  assert.deepEqual(bandOf(null), ['low', undefined, 'LOW']);
  assert.equal(hasNormGroups(aPlan([madeInstrument(parts)])), true);
});

test('ticked boxes count their points, and a slider and a typed number count themselves', () => {
  const mixed: MadeParts = {
    items: { box: { boxes: [1, 1, 2, 0] }, line: { slider: [0, 10] }, typed: { typed: [0, 20] } },
    scales: [{ key: 'a', method: 'sum', items: ['box', 'line', 'typed'], reversed: ['line'] }],
  };
  // Boxes 0 and 2 count 1 + 2; 10 - 3 = 7; 5.
  assert.equal(raw(mixed, { box: [0, 2], line: 3, typed: 5 }), 15);
  assert.equal(raw(mixed, { box: [3], line: 10, typed: 0 }), 0);
  const made = madeInstrument(mixed);
  assert.deepEqual(scaleRange(made.scales[0]!, made), { lower: 0, upper: 34 });
});

test('a formula takes answers and other scales, and its rule counts what is missing', () => {
  const parts: MadeParts = {
    items,
    scales: [
      {
        key: 'a',
        method: 'formula',
        formula: 'mean(b, c) × 2',
        range: [0, 28],
        missing: { type: 'max_missing', value: 1 },
      },
      { key: 'b', method: 'sum', items: ['i1', 'i2'] },
      { key: 'c', method: 'value', item: 'i3' },
      { key: 'd', method: 'formula', formula: 'b + c', range: [1, 18] },
    ],
  };
  const scores = scoresOf(parts, { i1: 1, i2: 2, i3: 6 });
  assert.deepEqual([scores['a']?.raw, scores['d']?.raw], [9, 9]);
  assert.deepEqual([scores['a']?.items_answered, scores['a']?.items_missing], [3, 0]);
  const partly = scoresOf(parts, { i1: 1, i3: 6 });
  assert.deepEqual([partly['a']?.raw, partly['d']?.raw], [12, null]);
  assert.deepEqual([partly['a']?.items_answered, partly['a']?.items_missing], [2, 1]);
  assert.equal(scoresOf(parts, {})['a']?.raw, null);
});

const inT = (key: string, ...own: readonly string[]) => {
  return { key, method: 'sum', items: own, norm_set: 'all' };
};

test('a case rule reads the T-scores of other scales', () => {
  const parts: MadeParts = {
    items: { i1: [0, 4], i2: [0, 4], i3: [0, 4] },
    norm_tables: [
      table('all', [
        [0, 40],
        [3, 63],
      ]),
      table('total', [
        [0, 40],
        [10, 63],
      ]),
    ],
    scales: [
      {
        key: 'a',
        method: 'formula',
        formula: 'if(t(gsi) >= 63 or count(t(som) >= 63, t(dep) >= 63, t(anx) >= 63) >= 2, 1, 0)',
        range: [0, 1],
      },
      { ...inT('gsi', 'i1', 'i2', 'i3'), norm_set: 'total' },
      inT('som', 'i1'),
      inT('dep', 'i2'),
      inT('anx', 'i3'),
    ],
  };
  assert.equal(raw(parts, { i1: 3, i2: 2, i3: 2 }), 0);
  assert.equal(raw(parts, { i1: 3, i2: 3, i3: 0 }), 1);
  assert.equal(raw(parts, { i1: 4, i2: 2, i3: 4 }), 1);
  assert.equal(raw(parts, { i1: 4, i2: 4 }), null);
});
