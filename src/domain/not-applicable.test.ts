import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { amount, repeats, seed } from '../../test/amount.ts';
import { madeInstrument, madeFile } from '../../test/made-instruments.ts';
import { changed, mistakesOf, sampleInstrument } from '../../test/sample-instrument.ts';
import { anAnswer, aPlan } from '../../test/survey-samples.ts';
import { DECLINED, NOT_APPLICABLE, reasonIn, type Answer } from './answer-types.ts';
import { checkAnswer } from './answers.ts';
import { scoreScale, type ScaleScore } from './scoring-scales.ts';

const RUNS = amount({ usual: 200, all: 5000 });

// "Trifft nicht zu" (record 316): a reason in place of an answer, which each scale treats by its own rule.

const items = { w1: [0, 8], w2: [0, 8], w3: [0, 8], w4: [0, 8], w5: [0, 8] } as const;
const all = Object.keys(items);
const sum = { method: 'sum', items: all, reversed: ['w4'] };
const missing = { type: 'max_missing', value: 1 };
const scales = [
  { ...sum, key: 'missing', missing },
  { ...sum, key: 'left', missing, not_applicable: 'left_out' },
  { ...sum, key: 'zero', missing, not_applicable: 0 },
  { ...sum, key: 'added', missing: { ...missing, prorate: false }, not_applicable: 'left_out' },
  { key: 'item', method: 'value', item: 'w1' },
  {
    key: 'formula',
    method: 'formula',
    formula: 'mean(w1, w2, w3)',
    range: [0, 8],
    not_applicable: 'left_out',
  },
];
const work = madeInstrument({ items, scales });

type Given = Readonly<Record<string, number | string | undefined>>;

function score(key: string, given: Given, instrument = work): ScaleScore {
  const scale = instrument.scales.find((one) => one.key === key);
  assert.ok(scale);
  const answers = Object.entries(given).flatMap(([id, value]) =>
    value === undefined ? [] : [anAnswer(id, value, '')],
  );
  return scoreScale(scale, instrument, { answers, notAsked: new Map() }, aPlan([instrument]));
}

const counts = ({ raw, items_answered, items_missing, items_not_applicable = 0 }: ScaleScore) => {
  return [raw, items_answered, items_missing, items_not_applicable];
};
const given = { w1: NOT_APPLICABLE, w2: 2, w3: 4, w4: 6, w5: 6 };

test('a scale that says nothing takes "not applicable" as missing, a scale with a rule leaves it out or counts its value', () => {
  assert.deepEqual(counts(score('missing', given)), [17.5, 4, 1, 0]);
  assert.deepEqual(counts(score('left', given)), [17.5, 4, 0, 1], 'four items stand for five');
  assert.deepEqual(counts(score('zero', given)), [14, 4, 0, 1]);
  assert.deepEqual(counts(score('added', given)), [14, 4, 0, 1]);
  assert.deepEqual(counts(score('item', given)), [null, 0, 1, 0]);
  assert.deepEqual(counts(score('formula', given)), [3, 2, 0, 1]);
});

test('the rule for missing answers looks at the items that are about the person', () => {
  const two = { ...given, w2: NOT_APPLICABLE, w3: DECLINED };
  assert.deepEqual(counts(score('missing', two)), [null, 2, 3, 0]);
  assert.deepEqual(counts(score('left', two)), [20, 2, 1, 2]);
  assert.equal(score('formula', { ...given, w2: DECLINED }).raw, null);
  const none = Object.fromEntries(all.map((id) => [id, NOT_APPLICABLE]));
  assert.deepEqual(counts(score('left', none)), [null, 0, 0, 5], 'nothing is left to score');
});

/** An answer, a reason in place of one, or nothing. */
const anEntry = fc.oneof(fc.nat(8), fc.constantFrom(NOT_APPLICABLE, DECLINED, undefined));
const entries = fc.record(Object.fromEntries(all.map((id) => [id, anEntry])));
const replaced = (of: Given, by: number | string | undefined): Given =>
  Object.fromEntries(Object.entries(of).map(([id, value]) => [id, value === NOT_APPLICABLE ? by : value]));

test('"not applicable" is never counted twice: each rule gives the score of a survey that it stands for', () => {
  let seen = 0;
  fc.assert(
    fc.property(entries, (one: Given) => {
      for (const { key } of work.scales) {
        const { items_answered, items_missing, items_not_applicable = 0 } = score(key, one);
        const size = { item: 1, formula: 3 }[key] ?? all.length;
        assert.equal(items_answered + items_missing + items_not_applicable, size, key);
      }
      assert.deepEqual(counts(score('missing', one)), counts(score('missing', replaced(one, undefined))));
      assert.equal(score('zero', one).raw, score('zero', replaced(one, 0)).raw);
      const own = all.filter((id) => one[id] !== NOT_APPLICABLE);
      if (own.length === 0) return;
      seen += all.length - own.length;
      const parts = { method: 'mean', key: 'part', items: own, missing };
      const part = madeInstrument({
        items,
        scales: [{ ...parts, reversed: own.filter((id) => id === 'w4') }],
      });
      const { raw, items_missing } = score('part', one, part);
      const left = score('left', one);
      assert.equal(left.items_missing, items_missing);
      assert.equal(left.raw === null, raw === null);
      assert.ok(Math.abs((left.raw ?? 0) - (raw ?? 0) * all.length) < 1e-9);
    }),
    { numRuns: RUNS, seed, endOnFailure: !repeats },
  );
  assert.ok(seen > RUNS / 2, `${seen} answers`);
});

test('only a question that allows it takes the answer, and a text with the same word is a text', () => {
  const item = { id: 'i', type: 'QUESTION_INTEGER', response_options: [] } as const;
  const answer = anAnswer('i', NOT_APPLICABLE, 'x');
  assert.deepEqual(checkAnswer(item, answer), { code: 'integer_invalid' });
  const checked = checkAnswer({ ...item, not_applicable: true }, answer);
  assert.ok('answer' in checked);
  assert.deepEqual([checked.answer.value, checked.answer.label], [NOT_APPLICABLE, '']);
  const texts: readonly Answer['value'][] = [NOT_APPLICABLE, DECLINED];
  assert.deepEqual(
    texts.map((value) => reasonIn({}, value)),
    [undefined, undefined],
  );
});

/** The file with something else in an item, in its scale or in its rules about danger. */
function mistakes(item: object, scale: object = {}, more: object = {}) {
  const made = madeFile({
    items: { w1: [0, 8], w2: [0, 8] },
    scales: [{ ...sum, items: ['w2'], reversed: [], key: 's', ...scale }],
  });
  const text = JSON.stringify({ ...made, ...more });
  return mistakesOf(
    JSON.parse(text, (_key, value) => (value?.id === 'w1' ? { ...value, ...item } : value)),
  ).join();
}

test('the check refuses "not applicable" where it has no meaning, or would hide a danger', () => {
  const at = String.raw`^dimensions\[0\]\.items\[0\]\.`;
  const options = ['yes', NOT_APPLICABLE].map((value) => ({ id: `o-${value}`, label: value, value }));
  const rule = { item: 'w1', kind: 'self', at_least: 4, level: 'urgent', clinician: 'Text' };
  assert.equal(mistakes({}), '');
  assert.match(mistakes({ options }), new RegExp(`${at}options\\[1\\]: "not_applicable" is reserved`));
  assert.match(
    mistakes({ type: 'QUESTION_TEXT', options: undefined, declinable: false }),
    new RegExp(`${at}not_applicable: An item of type QUESTION_TEXT cannot be not_applicable`),
  );
  assert.match(
    mistakes({}, {}, { crisis: [rule] }),
    /^crisis\[0\]\.item: Whether "w1" shows danger needs an answer/,
  );
  const scale = /^scales\[0\]\.not_applicable: /;
  assert.match(
    mistakes({}, { not_applicable: 9 }),
    /^scales\[0\]\.not_applicable: The values of "w2" go from 0 to 8\./,
  );
  assert.match(mistakes({}, { not_applicable: 'zero' }), /must be "left_out" or the value/);
  assert.match(mistakes({ not_applicable: false }, { items: ['w1'], not_applicable: 0 }), scale);
  const adaptive = changed(sampleInstrument, ['dimensions', '0', 'items', '1', 'not_applicable'], true);
  assert.match(mistakesOf(adaptive).join(), /An item of an adaptive dimension cannot be not_applicable/);
});
