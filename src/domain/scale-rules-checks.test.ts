import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeFile, type MadeParts } from '../../test/made-instruments.ts';
import { mistakesOf } from '../../test/sample-instrument.ts';

const items = { i1: [0, 4], i2: [0, 4], i3: [1, 10], box: { boxes: [1, 2] } } as const;
const norm = { title: 'N', population: 'P', source: 'Q' };
const rows = [
  [0, 40],
  [5, 60],
];
const tables = [
  { ...norm, id: 't', metric: 't', table: rows },
  { ...norm, id: 'women', metric: 't', table: rows, group: { genders: ['FEMALE'] } },
  { ...norm, id: 'share', metric: 'percentile', table: rows },
];
const sum = { key: 'a', method: 'sum', items: ['i1', 'i2'] };
const formula = (text: string, more: object = {}) => {
  return { key: 'f', method: 'formula', formula: text, range: [0, 20], ...more };
};
const band = (key: string, from: number | null) => ({ key, from, label: key, clinician: 'T', patient: 'T' });
const bands = { metric: 'raw', source: 'Q', list: [band('low', null), band('high', 5)] };
const group = { id: 'women', title: 'Frauen', group: { genders: ['FEMALE'] }, cuts: [3] };

function withScales(...scales: readonly object[]): MadeParts {
  return { items, norm_tables: tables, scales: scales as MadeParts['scales'] };
}

test('a file with every kind of scale has no mistake', () => {
  const scales = [
    { ...sum, factor: 2, decimals: 1, norm_set: 't', norm_groups: ['women'], percentile_tables: ['share'] },
    {
      ...sum,
      key: 'b',
      items: ['i1', 'i3', 'box'],
      weights: { i3: 2 },
      bands: { ...bands, groups: [group] },
    },
    formula('mean(b, i1) + t(a)', { range: [0, 200], missing: { type: 'max_missing', value: 1 } }),
  ];
  assert.deepEqual(mistakesOf(madeFile(withScales(...scales))), []);
});

/** The mistake of the first scale, or of what is named. */
const cases: readonly (readonly [name: string, parts: MadeParts, expected: string])[] = [
  [
    'a weight of an item that is not in the scale',
    withScales({ ...sum, weights: { i3: 2 } }),
    'scales[0].weights.i3: The weighted item "i3" is not among the items.',
  ],
  [
    'a percentage of items of different ranges',
    withScales({ ...sum, method: 'pomp', items: ['i1', 'i3'] }),
    'scales[0].items: The items of a percentage must have the same',
  ],
  [
    'a percentage with a factor',
    withScales({ ...sum, method: 'pomp', factor: 2 }),
    'scales[0].factor: A percentage has neither',
  ],
  [
    'a sum from 1 that is not prorated',
    withScales({ ...sum, items: ['i3'], missing: { type: 'max_missing', value: 1, prorate: false } }),
    'scales[0].missing.prorate: Only a sum of items that begin at 0',
  ],
  ['an unknown norm', withScales({ ...sum, norm_set: 'x' }), 'scales[0].norm_set: There is no norm set "x"'],
  [
    'percentiles as T-scores',
    withScales({ ...sum, norm_set: 'share' }),
    'scales[0].norm_set: There is no norm set "share" in norm_sets, and no table of T-scores.',
  ],
  [
    'T-scores as percentiles',
    withScales({ ...sum, percentile_tables: ['t'] }),
    'scales[0].percentile_tables[0]: There is no table of percentiles "t"',
  ],
  [
    'groups without norms for the others',
    withScales({ ...sum, norm_groups: ['women'] }),
    'scales[0].norm_groups: With norm_groups a scale also needs a norm_set',
  ],
  [
    'a group that is none',
    withScales({ ...sum, norm_set: 't', norm_groups: ['t'] }),
    'scales[0].norm_groups[0]: There is no norm set "t" with a group',
  ],
  [
    'a table that begins too high',
    {
      ...withScales({ ...sum, norm_set: 't' }),
      norm_tables: [
        {
          ...tables[0],
          table: [
            [1, 40],
            [5, 60],
          ],
        },
      ],
    },
    'scales[0].key: The table "t" begins above the lowest score of the scale, 0.',
  ],
  [
    'a table whose scores do not rise',
    {
      ...withScales(),
      norm_tables: [
        {
          ...tables[0],
          table: [
            [5, 40],
            [5, 60],
          ],
        },
      ],
    },
    'norm_tables[0].table: The scores of the table must rise.',
  ],
  [
    'a table that rises and falls',
    {
      ...withScales(),
      norm_tables: [
        {
          ...tables[0],
          table: [
            [0, 40],
            [1, 60],
            [2, 50],
          ],
        },
      ],
    },
    'norm_tables[0].table: The values of the table must rise or fall',
  ],
  [
    'a percentile above 100',
    {
      ...withScales(),
      norm_tables: [
        {
          ...tables[2],
          table: [
            [0, 40],
            [1, 101],
          ],
        },
      ],
    },
    'norm_tables[0].table: A percentile lies between 0 and 100.',
  ],
  [
    'a norm that is there twice',
    { ...withScales(), norm_tables: [tables[0], tables[0]] },
    'norm_tables[1].id: There are two norm sets "t".',
  ],
  [
    'bands of a normed scale in its raw score',
    withScales({ ...sum, norm_set: 't', bands }),
    'scales[0].bands.metric: A scale with a norm_set is read in T',
  ],
  [
    'cut-offs of a group that are too many',
    withScales({ ...sum, bands: { ...bands, groups: [{ ...group, cuts: [3, 4] }] } }),
    'scales[0].bands.groups[0].cuts: The cuts must be 1',
  ],
  [
    'a group of cut-offs for everybody',
    withScales({ ...sum, bands: { ...bands, groups: [{ ...group, group: {} }] } }),
    'scales[0].bands.groups[0].group: A group needs genders or an age.',
  ],
  [
    'a group of cut-offs that is there twice',
    withScales({ ...sum, bands: { ...bands, groups: [group, group] } }),
    'scales[0].bands.groups[1].id: There are two groups "women".',
  ],
  [
    'a formula that cannot be read',
    withScales(formula('i1 +\n  * i2')),
    'scales[0].formula: Line 2, column 3: "*" is not expected here.',
  ],
  [
    'a formula with an unknown name',
    withScales(formula('i1 + i2-i1')),
    'scales[0].formula: Column 6: There is no item and no scale "i2-i1". A minus needs a blank before it.',
  ],
  [
    'a formula of numbers alone',
    withScales(formula('1 + 1')),
    'scales[0].formula: The formula names neither an item nor a scale.',
  ],
  [
    'the T-score of a scale without norms',
    withScales(formula('t(a)'), sum),
    'scales[0].formula: Column 1: "a" is no scale with T-scores.',
  ],
  [
    'a name of an item and a scale',
    withScales(formula('i1'), { ...sum, key: 'i1' }),
    'scales[0].formula: Column 1: "i1" is both an item and a scale.',
  ],
  [
    'a formula of itself',
    withScales(formula('f + i1')),
    'scales[0].formula: The formula leads back to itself: f → f.',
  ],
  [
    'formulas in a circle',
    withScales(formula('g + i1'), formula('max(h, i1)', { key: 'g' }), formula('f', { key: 'h' })),
    'scales[0].formula: The formula leads back to itself: f → g → h → f.',
  ],
  [
    'a formula that leaves its range',
    withScales(formula('i1 × 6')),
    'scales[0].range: The formula gives 24, which lies outside of the range.',
  ],
  [
    'a range that does not rise',
    withScales(formula('i1', { range: [4, 4] })),
    'scales[0].range: The range must rise.',
  ],
  [
    'a formula that prorates',
    withScales(formula('i1', { missing: { type: 'max_missing', value: 1, prorate: false } })),
    'scales[0].missing.prorate: A formula has no prorating',
  ],
];

for (const [name, parts, expected] of cases)
  test(`a refused instrument file names the place of its mistake: ${name}`, () => {
    const found = mistakesOf(madeFile(parts));
    assert.ok(
      found.some((mistake) => mistake.startsWith(expected)),
      `expected: ${expected}\nfound:\n${found.join('\n')}`,
    );
  });

const option = (value: number, points?: number) => ({ id: `o${value}`, label: 'L', value, points });

const fileOf = (item: object) => {
  const dimension = { id: 'all', form: 'fixed', items: [{ id: 'i', content: 'Frage', ...item }] };
  return { ...madeFile({ items, scales: [] }), dimensions: [dimension] };
};

const item = 'dimensions[0].items[0]';

test('points belong to all boxes of a question, and to no other kind of option', () => {
  const boxes = fileOf({ type: 'QUESTION_CHECKBOX', options: [option(0, 1), option(1)] });
  assert.deepEqual(mistakesOf(boxes), [`${item}.options: Either all options have points or none.`]);
  const select = fileOf({ type: 'QUESTION_SELECT', options: [option(0, 1), option(1, 2)] });
  const message = 'The options of a QUESTION_SELECT have no points: their values count.';
  assert.deepEqual(mistakesOf(select), [`${item}.options: ${message}`]);
});

const slider = (more: object) => mistakesOf(fileOf({ type: 'QUESTION_RANGE_INDICATOR', ...more }));

test('points of boxes are no answer that a crisis rule or a pair of opposites could compare', () => {
  const file = { ...madeFile(withScales()), opposites: [['i1', 'box']] };
  const rule = { item: 'box', kind: 'self', at_least: 2, clinician: 'T' };
  assert.deepEqual(mistakesOf({ ...file, crisis: [rule] }), [
    'crisis[0].item: The item "box" has no numbers to compare.',
    'opposites[0]: "box" is no item of the file with numbers as answers.',
  ]);
});

test('a slider has its ends between 0 and 100, and its words stand at them', () => {
  assert.deepEqual(slider({ max: 10, options: [option(0), option(10)] }), []);
  const message = 'A slider goes from its min up to its max, at most 100.';
  assert.deepEqual(slider({ max: 101 }), [`${item}.max: ${message}`]);
  assert.deepEqual(slider({ min: 5, max: 5 }), [`${item}.min: ${message}`]);
  assert.deepEqual(slider({ max: 10, options: [option(0), option(100)] }), [
    `${item}.options: The options of a range are its two ends, with the values 0 and 10.`,
  ]);
});
