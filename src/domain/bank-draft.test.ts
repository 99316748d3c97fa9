import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMade } from '../../test/made-instruments.ts';
import { anAnswer, aPlan } from '../../test/survey-samples.ts';
import { summedScoreEap } from '../psychometrics/summed-score.ts';
import { estimateAlone } from './adaptive-bank.ts';
import { adaptiveDraft, shortDraft } from './bank-draft.ts';
import { parseInstrument, type Instrument } from './instrument.ts';
import type { BankItem } from './item-bank-table.ts';
import { scoreSession } from './scoring.ts';

const items: readonly BankItem[] = [
  { id: 'm1', a: 1.2, b: [-1, 0.5], options: 'often', content: 'Eins', facet: 'mood' },
  { id: 'm2', a: 2.5, b: [-0.5, 1.25], options: 'often' },
  { id: 'm3', a: 1.8, b: [0.25], options: ['nein', 'ja'] },
];

/** The draft as somebody has decided it. */
function decided(draft: object): Instrument {
  const text = JSON.stringify(draft)
    .replaceAll('"DECIDE: high_is_worse or low_is_worse"', '"high_is_worse"')
    .replaceAll(/"DECIDE: [^"]*"/g, '"Text"');
  return readMade(text);
}

function scoresOf(instrument: Instrument, answers: Readonly<Record<string, number>>) {
  const given = Object.entries(answers).map(([id, value]) => anAnswer(id, value));
  const [score] = scoreSession(aPlan([instrument]), [{ number: 1, answers: given }], null).scales;
  assert.ok(score);
  return score;
}

for (const [name, draft] of [
  ['adaptive', adaptiveDraft('mood', items)],
  ['short', shortDraft('mood', items)],
] as const)
  test(`the check refuses the ${name} draft of a bank until wording, licence, meaning and danger are decided`, () => {
    const parsed = parseInstrument(JSON.stringify(draft, null, 2));
    assert.ok(parsed.kind === 'mistakes');
    assert.ok(parsed.mistakes.every(({ message }) => message.startsWith('Nobody has decided')));
    const places = new Set(parsed.mistakes.map(({ path }) => path));
    for (const place of [
      'licence',
      'title',
      'dimensions[0].items[1].content',
      'option_sets.often[2].label',
      'scales[0].direction',
      'crisis_decided_by',
    ])
      assert.ok(places.has(place), place);
    assert.ok(!places.has('dimensions[0].items[0].content'));
    assert.ok(![...places].some((place) => place.startsWith('dimensions[0].items[2].options')));
    decided(draft);
  });

test('the adaptive draft asks the items of the bank with their parameters and scores them in T', () => {
  const instrument = decided(adaptiveDraft('mood', items));
  const [dimension] = instrument.dimensions;
  assert.deepEqual(
    dimension?.items.map(({ id, a, b, facet }) => ({ id, a, b, facet })),
    items.map(({ id, a, b, facet }) => ({ id, a, b, facet })),
  );
  assert.ok(dimension?.form === 'adaptive');
  const { theta } = estimateAlone(dimension, [{ id: 'm2', value: 2 }]);
  const asked = scoresOf(instrument, { m2: 2 });
  assert.ok(asked.t !== null && Math.abs(asked.t - (50 + 10 * theta)) < 1e-9, `${asked.t}`);
});

test('a short form gives the T-score of its sum, which is that of the adaptive test at both ends', () => {
  const short = decided(shortDraft('mood', [items[1]!, items[0]!]));
  assert.equal(short.id, 'mood-short');
  assert.deepEqual(
    short.dimensions[0]?.items.map(({ id, a }) => [id, a]),
    [
      ['short-m2', undefined],
      ['short-m1', undefined],
    ],
  );
  const [dimension] = decided(adaptiveDraft('mood', items)).dimensions;
  assert.ok(dimension?.form === 'adaptive');
  for (const value of [0, 2]) {
    const { t } = scoresOf(short, { 'short-m1': value, 'short-m2': value });
    const { theta } = estimateAlone(dimension, [
      { id: 'm1', value },
      { id: 'm2', value },
    ]);
    assert.ok(t !== null && Math.abs(t - (50 + 10 * theta)) <= 0.005, `${t}`);
  }
  const one = scoresOf(short, { 'short-m1': 1, 'short-m2': 0 });
  assert.equal(one.t, scoresOf(short, { 'short-m1': 0, 'short-m2': 1 }).t);
  assert.equal(scoresOf(short, { 'short-m1': 1 }).t, null);
});

test('the interval of a short form is 1.96 times the typical standard error of its sums', () => {
  const short = decided(shortDraft('mood', items));
  const { t, interval } = scoresOf(short, { 'short-m1': 1, 'short-m2': 1, 'short-m3': 1 });
  assert.ok(t !== null && interval);
  const sums = summedScoreEap({ id: 'x', model: 'GRM', items });
  const typical = Math.sqrt(sums.reduce((all, { se, share }) => all + share * se ** 2, 0));
  assert.ok(Math.abs(interval.upper - t - 19.6 * typical) < 0.01, `${interval.upper - t} and ${typical}`);
});
