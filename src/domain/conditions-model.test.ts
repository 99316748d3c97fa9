import assert from 'node:assert/strict';
import test from 'node:test';
import { amount, seed } from '../../test/amount.ts';
import { dice, randomBattery, type Dice } from '../../test/random-conditions.ts';
import { anAnswer, aPlan } from '../../test/survey-samples.ts';
import { DECLINED, NOT_APPLICABLE, reasonsOf, type Answer } from './answer-types.ts';
import type { Condition } from './conditions.ts';
import { protocolConditionProblems } from './instrument-condition-checks.ts';
import type { Instrument, InstrumentItem } from './instrument-schema.ts';
import { currentPage, matchSubmission, type PageItem } from './survey-flow.ts';
import type { StoredPage, SurveyPlan } from './survey-plan.ts';
import { shownSurvey } from './survey-shown.ts';
import { minutesLeft } from './survey-time.ts';

const BATTERIES = amount({ usual: 40, all: 1000 });

function someAnswer({ id, type, response_options: options, ...item }: PageItem, some: Dice): Answer {
  const reason = reasonsOf(item).find(() => some.chance(0.25));
  if (reason) return anAnswer(id, reason, '');
  const chosen = options.length > 0 ? some.pick(options) : { value: 0, label: '' };
  if (type === 'QUESTION_CHECKBOX') return anAnswer(id, [chosen.value], [chosen.label]);
  if (type === 'QUESTION_RANGE_INDICATOR') return anAnswer(id, some.below(101));
  if (type === 'QUESTION_INTEGER') return anAnswer(id, some.below(6));
  if (type === 'QUESTION_TEXT_OPTIONAL') return anAnswer(id, some.chance(0.5) ? 'Wort' : '');
  return anAnswer(id, chosen.value, chosen.label);
}

/** The condition by its words alone: a second reading that shares no code with the product. */
function isMet(condition: Condition | undefined, given: ReadonlyMap<string, Answer['value']>): boolean {
  if (!condition) return true;
  const results = (condition.all ?? condition.any ?? []).map((clause) => {
    const value = given.get(clause.item);
    const isThere = value !== undefined && value !== '' && value !== DECLINED && value !== NOT_APPLICABLE;
    if ('answered' in clause) return clause.answered === isThere;
    if (!isThere) return false;
    const list = Array.isArray(value) ? value : [value];
    if ('is' in clause) return list.some((one) => one === clause.is);
    if ('is_not' in clause) return list.every((one) => one !== clause.is_not);
    if ('at_least' in clause) return Number(value) >= Number(clause.at_least);
    return Number(value) <= Number(clause.at_most);
  });
  return condition.all ? results.every(Boolean) : results.some(Boolean);
}

/** The fixed items with all conditions that they stand under. */
function placed({ dimensions, show_if: whole }: Instrument) {
  return dimensions.flatMap((dimension) => {
    if (dimension.form === 'adaptive') return [];
    return dimension.items.map((item): readonly [InstrumentItem, readonly (Condition | undefined)[]] => {
      const page = dimension.pages?.find(({ items }) => items.includes(item.id));
      return [item, [whole, page?.show_if, item.show_if]];
    });
  });
}

/** Takes a survey to its end and checks each page on the way. */
function walk(plan: SurveyPlan, some: Dice): readonly StoredPage[] {
  const conditions = new Map(plan.instruments.flatMap(placed).map(([{ id }, all]) => [id, all]));
  const stored: StoredPage[] = [];
  let [progress, minutes] = [0, Infinity];
  for (let page = currentPage(plan, stored); page; page = currentPage(plan, stored)) {
    const given = new Map(stored.flatMap(({ answers }) => answers).map(({ id, value }) => [id, value]));
    for (const { id } of page.items)
      for (const one of conditions.get(id) ?? []) assert.ok(isMet(one, given), `${id} was not to be asked`);
    assert.ok(page.progress >= progress && page.progress < 1);
    const left = minutesLeft(plan, stored, page.items, new Map());
    assert.ok(left <= minutes);
    [progress, minutes] = [page.progress, left];
    const match = matchSubmission(
      plan,
      stored,
      page.items.map((item) => someAnswer(item, some)),
    );
    assert.ok(match.kind === 'current', match.kind);
    stored.push({ number: page.number, answers: match.answers });
    assert.ok(stored.length <= conditions.size + 20, 'the survey does not end');
  }
  return stored;
}

/** Every fixed item has an answer, or is not asked and would not have been by its words. */
function checkEnd(plan: SurveyPlan, stored: readonly StoredPage[]): number {
  const answers = stored.flatMap((page) => page.answers);
  const given = new Map(answers.map(({ id, value }) => [id, value]));
  const { notAsked } = shownSurvey(plan, answers);
  const all = plan.instruments.flatMap(placed);
  for (const [{ id }, conditions] of all) {
    assert.notEqual(given.has(id), notAsked.has(id), `${id} is answered and not asked, or neither`);
    assert.equal(notAsked.has(id), !conditions.every((one) => isMet(one, given)), id);
  }
  return notAsked.size;
}

test(`in ${BATTERIES} random batteries the survey ends, and each item is answered or was rightly not asked`, () => {
  let [hidden, pages] = [0, 0];
  for (let number = 0; number < BATTERIES; number += 1) {
    const some = dice(`${seed}/${number}`);
    const instruments = randomBattery(some);
    const windows = [{ type: 'PRE' as const, instruments: instruments.map(({ id }) => id) }];
    const known = new Map(instruments.map((one) => [one.id, one]));
    assert.deepEqual(protocolConditionProblems({ skips: [], windows }, known), []);
    const plan = aPlan(instruments);
    const stored = walk(plan, some);
    hidden += checkEnd(plan, stored);
    pages += stored.length;
    const anew: readonly StoredPage[] = JSON.parse(JSON.stringify(stored));
    for (const [index, page] of anew.entries()) {
      const shown = currentPage(plan, anew.slice(0, index))?.items.map(({ id }) => id);
      assert.deepEqual(
        shown,
        page.answers.map(({ id }) => id),
      );
    }
  }
  assert.ok(hidden > BATTERIES && pages > 2 * BATTERIES, `${hidden} items not asked on ${pages} pages`);
});
