import assert from 'node:assert/strict';
import test from 'node:test';
import { effect, habit } from '../../test/conditional-sample.ts';
import { anAnswer, aPatient, aPlan, shippedInstrument, taken } from '../../test/survey-samples.ts';
import { DECLINED, type Answer } from './answer-types.ts';
import { scoreSession } from './scoring.ts';
import { currentPage, matchSubmission } from './survey-flow.ts';
import type { StoredPage, SurveyPlan } from './survey-plan.ts';
import { shownSurvey } from './survey-shown.ts';
import { minutesLeft } from './survey-time.ts';

const eri = shippedInstrument('eri');
const skips = [{ item: 'system-01', value: 'nobody', instruments: ['exis', 'evos'] }];
const people = aPlan(['system', 'exis', 'evos', 'eri'].map(shippedInstrument), { skips });
const habits = aPlan([habit, effect]);

/** A survey taken to its end; items that are not named get the answer 1, or stay empty where they may. */
function survey(plan: SurveyPlan, given: Readonly<Record<string, Answer['value']>>) {
  const stored: StoredPage[] = [];
  const bar: number[] = [];
  for (let page = currentPage(plan, stored); page; page = currentPage(plan, stored)) {
    bar.push(page.progress);
    const answers = page.items.map(({ id, response_options: options }) => {
      const value = given[id] ?? options[1]?.value ?? '';
      return anAnswer(id, value, options.find((option) => option.value === value)?.label ?? '');
    });
    const match = matchSubmission(plan, stored, answers);
    assert.ok(match.kind === 'current');
    stored.push({ number: page.number, answers: match.answers });
  }
  return { stored, bar, pages: stored.map((page) => page.answers.map(({ id }) => id)) };
}

test('items, pages and instruments whose condition does not hold are not asked', () => {
  assert.deepEqual(survey(habits, { 'h-1': 0 }).pages, [['h-1'], ['h-5'], ['h-6']]);
  assert.deepEqual(survey(habits, { 'h-1': 1, 'h-2': 1 }).pages, [['h-1'], ['h-2', 'h-3'], ['h-5'], ['h-6']]);
  const whole = [['h-1'], ['h-2', 'h-3'], ['h-4', 'h-5'], ['h-6'], ['e-1', 'e-2']];
  assert.deepEqual(survey(habits, { 'h-1': 3, 'h-2': 2 }).pages, whole);
});

test('an answer that was declined is no answer', () => {
  assert.deepEqual(survey(habits, { 'h-1': DECLINED, 'h-5': DECLINED }).pages, [['h-1'], ['h-5']]);
});

test('an item that was not asked is no answer either', () => {
  // h-2 is hidden, so h-4, which compares its answer, is hidden too.
  const { notAsked } = shownSurvey(habits, [anAnswer('h-1', 0)]);
  assert.deepEqual([...notAsked.keys()], ['h-2', 'h-3', 'h-4', 'e-1', 'e-2']);
});

test('a condition that is still open hides nothing, and nothing is "not asked" yet', () => {
  const { notAsked, hidden } = shownSurvey(habits, []);
  assert.deepEqual([notAsked.size, hidden.size], [0, 0]);
});

test('progress never falls where pages fall away, and the time that is left shrinks', () => {
  const { bar, stored } = survey(habits, { 'h-1': 0 });
  assert.deepEqual(bar, [0, 0.375, 0.625]);
  const left = (value: number) =>
    minutesLeft(habits, [{ number: 1, answers: [anAnswer('h-1', value)] }], [], new Map());
  assert.ok(left(0) < left(3), `${left(0)} ${left(3)}`);
  assert.equal(currentPage(habits, stored), null);
});

test('an adaptive test is not asked and not scored where the condition of its instrument does not hold', () => {
  const dep = { ...shippedInstrument('dep'), show_if: { any: [{ item: 'h-1', at_least: 2 }] } };
  const plan = aPlan([habit, dep]);
  const { stored, pages } = survey(plan, { 'h-1': 1 });
  assert.ok(!pages.flat().some((id) => id.startsWith('dep')));
  assert.deepEqual(
    scoreSession(plan, stored).scales.map(({ scale }) => scale),
    ['habit'],
  );
  assert.ok(
    survey(plan, { 'h-1': 2 })
      .pages.flat()
      .some((id) => id.startsWith('dep')),
  );
});

const sumOf = (given: Readonly<Record<string, Answer['value']>>, plan = habits) =>
  scoreSession(plan, survey(plan, given).stored).scales[0];

test('an item that was not asked counts as the value that its condition names', () => {
  // h-2 and h-3 count 0; h-4 is left out, so the sum of four items stands for five.
  const score = sumOf({ 'h-1': 0, 'h-5': 4 });
  assert.deepEqual(
    [score?.raw, score?.items_answered, score?.items_missing, score?.items_not_asked],
    [5, 2, 0, 3],
  );
});

test('an item that was not asked is not missing: the rule for missing answers looks at the others', () => {
  const score = sumOf({ 'h-1': 1, 'h-2': 1, 'h-3': 2, 'h-5': 4 });
  assert.equal(score?.raw, 10, 'the mean of four items, times five');
  assert.equal(score.items_not_asked, 1);
  const declined = sumOf({ 'h-1': 1, 'h-2': 1, 'h-3': 2, 'h-5': DECLINED });
  assert.deepEqual([declined?.raw, declined?.items_missing, declined?.items_not_asked], [null, 1, 1]);
  const whole = sumOf({ 'h-1': 3, 'h-2': 2, 'h-3': 2, 'h-4': 1, 'h-5': 1 });
  assert.deepEqual([whole?.raw, whole?.items_not_asked], [9, undefined]);
});

test('a scale has no score where none of its items was asked', () => {
  const [dimension] = habit.dimensions;
  assert.ok(dimension?.form === 'fixed');
  const items = dimension.items.map((item) =>
    item.id === 'h-5' ? { ...item, show_if: { all: [{ item: 'h-1', is: 4 }] } } : item,
  );
  const [scale] = habit.scales;
  assert.ok(scale?.method === 'sum');
  const missing = { type: 'max_missing', value: 1 } as const;
  const changed = {
    ...habit,
    dimensions: [{ ...dimension, items }],
    scales: [{ ...scale, items: ['h-4', 'h-5'], missing }],
  };
  assert.deepEqual(
    [sumOf({ 'h-1': 0 }, aPlan([changed]))].map((score) => [score?.raw, score?.items_not_asked]),
    [[null, 2]],
  );
});

test('a skip of the protocol is a condition of its instruments', () => {
  const asked = (value: string) => {
    const ids = survey(people, { 'system-01': value })
      .pages.flat()
      .map((id) => id.split('-')[0]);
    return [...new Set(ids)];
  };
  assert.deepEqual(asked('partner'), ['system', 'exis', 'evos', 'eri']);
  assert.deepEqual(asked('nobody'), ['system', 'eri']);
  const { stored } = survey(people, { 'system-01': 'nobody' });
  const scored = scoreSession(people, stored).scales.map((score) => score.instrument_id);
  assert.deepEqual([...new Set(scored)], ['eri']);
  const left = (value: string) => {
    const pages = [{ number: 1, answers: [anAnswer('system-01', value)] }];
    return minutesLeft(people, pages, currentPage(people, pages)?.items ?? [], new Map());
  };
  assert.ok(left('nobody') < left('partner'));
});

test('without a rule of the protocol the same answer skips nothing', () => {
  const { shown } = taken(
    aPlan([shippedInstrument('system'), shippedInstrument('exis'), eri]),
    aPatient('anna'),
  );
  assert.ok(shown.some(({ dimension }) => dimension.id === 'exis'));
});
