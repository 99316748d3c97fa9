import assert from 'node:assert/strict';
import test from 'node:test';
import { changed, mistakesOf, sampleInstrument } from '../../test/sample-instrument.ts';
import { parseInstrument } from './instrument.ts';

const A = 'dimensions.0';
const F = 'dimensions.1';

const text = (length: number) => 'x'.repeat(length);
const key = (length: number) => `a${'b'.repeat(length - 1)}`;
const option = (value: number | string, id = `o${value}`) => ({ id, label: 'Text', value });
const change = { method: 'jacobson-truax', sd: 1, reliability: 0.5, source: 'Q' };
const some = (type: string, value: number) => ({ type, value });

/** A place of the sample, values that it takes, and values that it refuses. */
const limits: readonly (readonly [path: string, taken: readonly unknown[], refused: readonly unknown[]])[] = [
  ['id', ['a', 'a-1', key(64)], ['', '1a', '-a', 'A', 'a_b', ' a', 'a ', key(65)]],
  ['version', ['0.0.0', '10.20.30'], ['1.0', 'v1.0.0', '1.0.0-rc', '1.0.0 ', ' 1.0.0']],
  ['language', ['de', 'de-AT'], ['deu', 'DE', 'de-at', 'de-AUT', 'xde', 'de-ATx']],
  ['format', [1], [0, 2, '1']],
  ['title', [text(1), text(5000)], [text(5001)]],
  ['construction', ['', text(5000)], [text(5001)]],
  ['dimensions', [], [[]]],
  ['option_sets.levels', [], [[], [option(0)]]],
  [`${F}.items`, [], [[]]],
  [
    `${F}.items.3.options.0.id`,
    ['a', '9', 'A.b_c-d', text(64)],
    ['_a', '.a', 'a b', ' a', 'a ', '', text(65)],
  ],
  [`${F}.items.2.id`, [], ['_a', '', text(65), 'a b']],
  [`${F}.items.3.options.0.value`, [], ['', text(201), null, true]],
  [
    `${A}.items.0.b`,
    [
      [0, 1],
      [-1, 0.5],
    ],
    [[1, 0], [0, '1'], [0]],
  ],
  [`${A}.items.0.a`, [0.01, 4], [0, -1]],
  [`${A}.model`, ['GRM', 'GPCM'], ['RASCH']],
  [`${A}.adaptive.criterion`, ['MFI', 'MPWI', 'MEI', 'MEPV', 'MEPV_PP'], ['BEST']],
  [`${A}.adaptive.estimator`, ['EAP'], ['ML']],
  [`${A}.adaptive.randomesque`, [1, 5], [0, 1.5]],
  [`${A}.adaptive.stop.se_below`, [0.1, undefined], [0, -1]],
  [`${A}.adaptive.stop.min_items`, [1, 2], [0, 1.5, 3]],
  [`${A}.adaptive.stop.max_items`, [2], [0, 3]],
  [`${A}.adaptive.stop.healthiest.items`, [1, 2], [0, 3]],
  [`${A}.adaptive.stop.healthiest.category`, ['lowest', 'highest'], ['middle']],
  [`${A}.adaptive.expected_items`, [1, 2], [0, 3]],
  [`${A}.adaptive.prior`, [{ mean: 1, sd: 0.5 }], [{ mean: 7, sd: 1 }, { mean: 0, sd: 0 }, { mean: 0 }]],
  [`${A}.adaptive.start_item`, ['a-2'], ['f-1', 'a-9']],
  [`${A}.adaptive.enemies`, [[['a-1', 'a-2']], []], [[['a-1']], [['a-1', 'a-9']]]],
  [`${A}.adaptive.exposure`, [{ 'a-1': 0.5 }, {}], [{ 'a-1': 1.1 }, { 'a-1': -0.1 }, { 'a-9': 0.5 }]],
  [`${A}.adaptive.content`, [], [{ mood: 1 }, { mood: 2 }]],
  [
    `${A}.adaptive.stop.classified`,
    [{ cuts: [0.5, 1.5], z: 1.64 }],
    [
      { cuts: [], z: 1 },
      { cuts: [0], z: 0 },
    ],
  ],
  [
    `${A}.adaptive.stop_in`,
    [{ INTERMEDIATE: { min_items: 1, max_items: 2 } }, {}],
    [
      { LATER: { min_items: 1, max_items: 2 } },
      { POST: { min_items: 2, max_items: 1 } },
      { PRE: { max_items: 1 } },
    ],
  ],
  ['norm_sets.0.sd', [0.1], [0, -1]],
  ['scales.1.items', [['f-1'], ['f-2', 'f-1']], [[]]],
  ['scales.1.missing', [{ type: 'complete' }, some('max_missing', 0), some('min_valid_fraction', 0)], [{}]],
  ['scales.1.missing', [some('min_valid_fraction', 1)], [some('min_valid_fraction', 1.1)]],
  [
    'scales.1.missing',
    [],
    [some('max_missing', -1), some('max_missing', 0.5), some('min_valid_fraction', -0.1)],
  ],
  [
    'scales.1.reliable_change',
    [change, { ...change, z: 0.1 }],
    [
      { ...change, z: 0 },
      { ...change, sd: 0 },
    ],
  ],
  ['scales.1.reliable_change.reliability', [], [0, 1]],
  [
    'scales.2.decrements.f-4',
    [
      [0, 0, 0],
      [0, 0.1, 1.5],
    ],
    [
      [0, 0.1, -0.1],
      [0, 0.1],
      [0, 0.1, 0.2, 0.3],
    ],
  ],
  ['scales.0.bands.list', [], [[]]],
  ['scales.0.bands.list.1.from', [54.9, 64.9], [65, null]],
  ['crisis.0.at_least', [0.1, 1, 2], [0, 2.1]],
];

const countAt = (path: string, value: unknown) =>
  mistakesOf(changed(sampleInstrument, path.split('.'), value)).length;

for (const [path, taken, refused] of limits) {
  test(`${path} of an instrument is taken up to its limits and refused beyond them`, () => {
    for (const value of taken) assert.equal(countAt(path, value), 0, JSON.stringify(value));
    for (const value of refused) assert.ok(countAt(path, value) > 0, JSON.stringify(value));
  });
}

test('an instrument file without its optional fields gets the defaults of the documentation', () => {
  const { option_sets: _, norm_sets: __, scales: ___, ...sample } = sampleInstrument;
  const file = { ...sample, crisis: [], crisis_decided_by: 'Name' };
  const [adaptive, fixed] = file.dimensions;
  const items = [{ id: 'd-1', type: 'QUESTION_DATE', content: 'Wann?' }];
  const { title: _____, pages: ______, ...dimension } = fixed as typeof fixed & { pages: unknown };
  const parsed = parseInstrument(JSON.stringify({ ...file, dimensions: [{ ...dimension, items }] }));
  assert.ok(parsed.kind === 'instrument', JSON.stringify(parsed));
  const { option_sets, norm_sets, scales, crisis, construction, dimensions } = parsed.instrument;
  assert.deepEqual([option_sets, norm_sets, scales, crisis, construction], [{}, [], [], [], '']);
  const { title, paragraph, connector, footer } = dimensions[0]!;
  assert.deepEqual([title, paragraph, connector, footer], ['', '', '', '']);
  assert.ok(adaptive);
});

test('a scale that does not say otherwise needs all answers, counts none reversed and judges change at 1.96', () => {
  const file = changed(sampleInstrument, ['scales', '1', 'reliable_change'], change);
  const theta = changed(file, ['scales', '0', 'reliable_change'], { method: 'theta', source: 'Q' });
  const parsed = parseInstrument(JSON.stringify(theta));
  assert.ok(parsed.kind === 'instrument');
  const [first, sum] = parsed.instrument.scales;
  assert.ok(first?.reliable_change?.method === 'theta' && sum?.method === 'sum');
  assert.equal(first.reliable_change.z, 1.96);
  assert.ok(sum.reliable_change?.method === 'jacobson-truax');
  assert.equal(sum.reliable_change.z, 1.96);
  assert.deepEqual([sum.missing, sum.reversed], [{ type: 'complete' }, []]);
  assert.equal(parsed.instrument.dimensions[0]?.form, 'adaptive');
});

test('bands do not count for the condition unless the file says so', () => {
  const scale = changed(sampleInstrument, ['scales', '0', 'bands', 'condition_severity'], undefined);
  const parsed = parseInstrument(JSON.stringify(scale));
  assert.ok(parsed.kind === 'instrument');
  assert.equal(parsed.instrument.scales[0]?.bands?.condition_severity, 'off');
});

test('a mistake of an instrument is reported once, even where two checks find it', () => {
  const twice = changed(sampleInstrument, ['norm_sets', '1'], sampleInstrument.norm_sets[0]);
  assert.deepEqual(mistakesOf(twice), ['norm_sets[1].id: There are two norm sets "norm".']);
  const unknown = changed(sampleInstrument, ['scales', '1', 'items'], ['f-1', 'f-9']);
  assert.deepEqual(mistakesOf(unknown), ['scales[1].items[1]: There is no item "f-9".']);
  const crisis = changed(sampleInstrument, ['crisis', '0', 'item'], 'f-9');
  assert.deepEqual(mistakesOf(crisis), ['crisis[0].item: There is no item "f-9".']);
  const band = changed(sampleInstrument, ['scales', '0', 'bands', 'list', '1', 'key'], 'low');
  assert.deepEqual(mistakesOf(band), ['scales[0].bands.list[1].key: There are two bands "low".']);
});

test('the id and the value of an option are used once in an item', () => {
  const options = [option(0), option(1), { ...option(2), id: 'o0' }];
  assert.deepEqual(
    mistakesOf(changed(sampleInstrument, [...F.split('.'), 'items', '0', 'options'], options)),
    ['dimensions[1].items[0].options[2].id: The option id "o0" is used twice.'],
  );
});
