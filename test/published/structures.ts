// The structures of published questionnaires as their manuals give them: how many questions, their ranges, subscales, factors and
// cut-offs. Facts only: every wording is a placeholder, and the norm tables of the BSI-18 are made up, because the published ones are
// not free.
import type { MadeItem, MadeParts } from '../made-instruments.ts';

export type Structure = MadeParts & { readonly id: string; readonly source: string };

type ScaleParts = Readonly<Record<string, unknown>>;

const numbered = (count: number, range: MadeItem) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`i${index + 1}`, range]));
const items = (...numbers: readonly number[]) => numbers.map((number) => `i${number}`);
const upTo = (last: number, first = 1) =>
  items(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
const atMost = (value: number, more: object = {}) => ({ missing: { type: 'max_missing', value, ...more } });

const bandOf = (key: string, from: number | null) => {
  return { key, from, label: key, clinician: 'Text', patient: 'Text' };
};
/** Bands from cut-offs: each is the first score of the next band. */
const cuts = (...starts: readonly number[]) => ({
  bands: {
    metric: 'raw',
    source: 'Manual',
    list: [bandOf('b0', null), ...starts.map((from, index) => bandOf(`b${index + 1}`, from))],
  },
});
const sum = (key: string, of: readonly string[], more: ScaleParts = {}) => {
  return { key, method: 'sum', items: of, ...more };
};
const mean = (key: string, of: readonly string[], more: ScaleParts = {}) => {
  return { key, method: 'mean', items: of, ...more };
};
const formula = (key: string, text: string, range: readonly [number, number], more: ScaleParts = {}) => {
  return { key, method: 'formula', formula: text, range, ...more };
};
const low = { direction: 'low_is_worse' };

/** A questionnaire of equal items with one sum. */
const plain = (
  id: string,
  source: string,
  count: number,
  range: MadeItem,
  more: ScaleParts = {},
): Structure => ({
  id,
  source,
  items: numbered(count, range),
  scales: [sum('total', upTo(count), more)],
});

/** The words of "i1 >= 2, i2 >= 2, …". */
const reached = (of: readonly string[], least: number) => of.map((id) => `${id} >= ${least}`).join(', ');

const phq9 = plain('phq-9', 'Kroenke, Spitzer & Williams 2001', 9, [0, 3], {
  ...atMost(2),
  ...cuts(5, 10, 15, 20),
});
const pclClusters = { b: upTo(5), c: upTo(7, 6), d: upTo(14, 8), e: upTo(20, 15) };
const coreReversed = items(3, 4, 7, 12, 19, 21, 31, 32);
const core = (key: string, of: readonly string[], more: ScaleParts = {}) =>
  mean(key, of, { reversed: of.filter((id) => coreReversed.includes(id)), factor: 10, ...more });
const half = { missing: { type: 'min_valid_fraction', value: 0.5 } };

// T-scores that rise in steps: made up.
const tTable = (id: string, start: number, step: number, last: number, group?: object) => ({
  id,
  title: id,
  population: 'Erfunden',
  source: 'Erfunden',
  metric: 't',
  table: Array.from({ length: last + 1 }, (_, score) => [score, Math.min(80, start + step * score)]),
  ...(group && { group }),
});
const women = { genders: ['FEMALE'] };
const bsi = (key: string, of: readonly string[], table: string) =>
  sum(key, of, { norm_set: table, norm_groups: [`${table}-women`] });

export const structures: readonly Structure[] = [
  {
    ...phq9,
    scales: [
      ...phq9.scales,
      // Five symptoms, of which the last counts from its lowest answer on, and one of the first two.
      formula(
        'syndrome',
        `if(count(${reached(upTo(8), 2)}, i9 >= 1) >= 5 and (i1 >= 2 or i2 >= 2), 1, 0)`,
        [0, 1],
      ),
    ],
  },
  plain('gad-7', 'Spitzer et al. 2006', 7, [0, 3], cuts(5, 10, 15)),
  // One question is for women only: without it the sum goes to 28.
  plain('phq-15', 'Kroenke, Spitzer & Williams 2002', 15, [0, 2], {
    ...atMost(1, { prorate: false }),
    ...cuts(5, 10, 15),
  }),
  plain('who-5', 'Topp et al. 2015', 5, [0, 5], { ...low, factor: 4, ...cuts(29, 51) }),
  plain('wsas', 'Mundt et al. 2002', 5, [0, 8], cuts(10, 21)),
  {
    id: 'dass-21',
    source: 'Lovibond & Lovibond 1995',
    items: numbered(21, [0, 3]),
    scales: [
      sum('depression', items(3, 5, 10, 13, 16, 17, 21), { factor: 2, ...cuts(10, 14, 21, 28) }),
      sum('anxiety', items(2, 4, 7, 9, 15, 19, 20), { factor: 2, ...cuts(8, 10, 15, 20) }),
      sum('stress', items(1, 6, 8, 11, 12, 14, 18), { factor: 2, ...cuts(15, 19, 26, 34) }),
    ],
  },
  {
    id: 'pcl-5',
    source: 'Weathers et al. 2013; Bovin et al. 2016',
    items: numbered(20, [0, 4]),
    scales: [
      sum('total', upTo(20), cuts(33)),
      ...Object.entries(pclClusters).map(([key, of]) => sum(key, of)),
      formula(
        'criteria',
        `if(count(${reached(pclClusters.b, 2)}) >= 1 and count(${reached(pclClusters.c, 2)}) >= 1 and ` +
          `count(${reached(pclClusters.d, 2)}) >= 2 and count(${reached(pclClusters.e, 2)}) >= 2, 1, 0)`,
        [0, 1],
      ),
    ],
  },
  plain('pc-ptsd-5', 'Prins et al. 2016', 5, [0, 1], cuts(3)),
  plain('k6', 'Kessler et al. 2003', 6, [0, 4], cuts(13)),
  plain('k10', 'Andrews & Slade 2001', 10, [1, 5], cuts(20, 25, 30)),
  {
    id: 'core-10',
    source: 'Barkham et al. 2013',
    items: numbered(10, [0, 4]),
    scales: [mean('total', upTo(10), { reversed: items(2, 3), factor: 10, ...atMost(1), ...cuts(11) })],
  },
  {
    id: 'core-om',
    source: 'Evans et al. 2002; Connell et al. 2007',
    items: numbered(34, [0, 4]),
    scales: [
      core('total', upTo(34), { ...atMost(3), ...cuts(10) }),
      core('wellbeing', items(4, 14, 17, 31)),
      core('problems', items(2, 5, 8, 11, 13, 15, 18, 20, 23, 27, 28, 30)),
      core('functioning', items(1, 3, 7, 10, 12, 19, 21, 25, 26, 29, 32, 33)),
      core('risk', items(6, 9, 16, 22, 24, 34)),
    ],
  },
  // Lines of ten centimetres, measured in millimetres.
  plain('ors', 'Miller et al. 2003', 4, { slider: [0, 100] }, { ...low, factor: 0.1, ...cuts(25) }),
  plain('srs', 'Duncan et al. 2003', 4, { slider: [0, 100] }, { ...low, factor: 0.1, ...cuts(36) }),
  {
    id: 'ede-q',
    source: 'Fairburn & Beglin 2008',
    items: {
      ...numbered(28, [0, 6]),
      ...Object.fromEntries(upTo(18, 13).map((id) => [id, { typed: [0, 99] } as const])),
    },
    scales: [
      formula('global', 'mean(restraint, eating, shape, weight)', [0, 6], atMost(1)),
      mean('restraint', upTo(5), half),
      mean('eating', items(7, 9, 19, 20, 21), half),
      mean('shape', items(6, 8, 10, 11, 23, 26, 27, 28), half),
      mean('weight', items(8, 12, 22, 24, 25), half),
    ],
  },
  {
    id: 'bsi-18',
    source: 'Derogatis 2001; norms made up',
    items: numbered(18, [0, 4]),
    norm_tables: [
      tTable('part', 40, 2, 24),
      tTable('part-women', 38, 2, 24, women),
      tTable('whole', 36, 1, 72),
      tTable('whole-women', 34, 1, 72, women),
    ],
    scales: [
      bsi('som', items(1, 4, 7, 10, 13, 16), 'part'),
      bsi('dep', items(2, 5, 8, 11, 14, 17), 'part'),
      bsi('anx', items(3, 6, 9, 12, 15, 18), 'part'),
      bsi('gsi', upTo(18), 'whole'),
      formula(
        'case',
        'if(t(gsi) >= 63 or count(t(som) >= 63, t(dep) >= 63, t(anx) >= 63) >= 2, 1, 0)',
        [0, 1],
      ),
    ],
  },
  {
    id: 'audit',
    source: 'Babor et al. 2001',
    items: { ...numbered(8, [0, 4]), i9: { numbers: [0, 2, 4] }, i10: { numbers: [0, 2, 4] } },
    scales: [
      sum('total', upTo(10), {
        bands: {
          ...cuts(8, 16, 20).bands,
          groups: [
            { id: 'women', title: 'Frauen', group: women, cuts: [7, 16, 20] },
            { id: 'older', title: 'über 65', group: { age: { from: 66 } }, cuts: [7, 16, 20] },
          ],
        },
      }),
    ],
  },
  {
    id: 'isr',
    source: 'Tritt et al. 2008',
    items: numbered(29, [0, 4]),
    scales: [
      mean('depression', upTo(4)),
      mean('anxiety', upTo(8, 5)),
      mean('compulsion', upTo(11, 9)),
      mean('somatoform', upTo(14, 12)),
      mean('eating', upTo(17, 15)),
      mean('further', upTo(29, 18)),
      // The further symptoms count twice.
      formula('total', '(depression + anxiety + compulsion + somatoform + eating + 2 × further) ÷ 7', [0, 4]),
    ],
  },
  { ...plain('hscl-11', 'Lutz et al. 2006', 11, [1, 4]), scales: [mean('total', upTo(11))] },
  plain('oasis', 'Norman et al. 2006; Campbell-Sills et al. 2009', 5, [0, 4], cuts(8)),
  { ...plain('scl-k-9', 'Klaghofer & Brähler 2001', 9, [0, 4]), scales: [mean('total', upTo(9))] },
  {
    id: 'wai-sr',
    source: 'Hatcher & Gillaspy 2006',
    items: numbered(12, [1, 5]),
    scales: [
      mean('total', upTo(12), low),
      mean('goal', items(4, 6, 8, 11), low),
      mean('task', items(1, 2, 10, 12), low),
      mean('bond', items(3, 5, 7, 9), low),
    ],
  },
  plain('ces-d', 'Radloff 1977', 20, [0, 3], { reversed: items(4, 8, 12, 16), ...cuts(16) }),
  plain('epds', 'Cox, Holden & Sagovsky 1987', 10, [0, 3], {
    reversed: items(3, 5, 6, 7, 8, 9, 10),
    ...cuts(10, 13),
  }),
  {
    id: 'hads',
    source: 'Zigmond & Snaith 1983',
    items: numbered(14, [0, 3]),
    scales: [
      sum('anxiety', items(1, 3, 5, 7, 9, 11, 13), cuts(8, 11)),
      sum('depression', items(2, 4, 6, 8, 10, 12, 14), cuts(8, 11)),
    ],
  },
  // Five questions to be ticked where they fit, and a last box for none.
  {
    id: 'scoff',
    source: 'Morgan, Reid & Lacey 1999',
    items: { boxes: { boxes: [1, 1, 1, 1, 1, 0] } },
    scales: [sum('total', ['boxes'], cuts(2))],
  },
  {
    id: 'whodas-12',
    source: 'Üstün et al. 2010',
    items: numbered(12, [0, 4]),
    scales: [
      sum('total', upTo(12)),
      { key: 'percent', method: 'pomp', items: upTo(12) },
      sum('mobility', items(1, 7)),
    ],
  },
  {
    id: 'ftnd',
    source: 'Heatherton et al. 1991',
    items: { i1: [0, 3], i2: [0, 1], i3: [0, 1], i4: [0, 3], i5: [0, 1], i6: [0, 1] },
    scales: [sum('total', upTo(6), cuts(3, 5, 6, 8))],
  },
];
