import assert from 'node:assert/strict';
import test from 'node:test';
import weekly from '../../protocols/weekly.json' with { type: 'json' };
import { shippedInstrument } from '../../test/survey-samples.ts';
import { figuresOf, simulateCourse } from '../psychometrics/course-of-tests.ts';
import { carriedPrior } from '../psychometrics/carried-prior.ts';
import { STANDARD_NORMAL } from '../psychometrics/quadrature.ts';
import { instrumentItems } from './instrument-items.ts';
import { parseProtocol, protocolWindow } from './protocol.ts';
import { adaptiveTest } from './adaptive-bank.ts';
import { minutesLeft } from './survey-time.ts';
import { surveyWindows } from './windows.ts';

const parsed = parseProtocol(weekly);
assert.ok(parsed.kind === 'protocol');
const { protocol } = parsed;
const week = protocolWindow(protocol, 'INTERMEDIATE');
assert.ok(week);
const instruments = week.instruments.map(shippedInstrument);

function adaptive(id: string) {
  const dimension = shippedInstrument(id).dimensions.find((one) => one.form === 'adaptive');
  assert.ok(dimension?.form === 'adaptive');
  return dimension;
}

/** The first test and six weekly ones of 200 persons with the complaints of patients. */
function coursesOf(id: string) {
  const dimension = adaptive(id);
  const { bank, config: first } = adaptiveTest(dimension, 'PRE');
  const { config: later } = adaptiveTest(dimension, 'INTERMEDIATE');
  const memoryWeeks = dimension.adaptive.last_estimate?.memory_weeks ?? NaN;
  const population = { mean: 1.2, sd: 0.8 };
  const plan = { first, later, memoryWeeks, weeks: 1, tests: 7, persons: 200, population, seed: id };
  return simulateCourse(bank, plan);
}

/** The items that each person answers in the sixth week. */
const itemsInWeek = (id: string) => coursesOf(id).map((tests) => tests.at(-1)?.items.length ?? NaN);

test('a week asks at least five questions fewer about both scales than a first survey, and measures as exactly', () => {
  const saved = ['dep', 'anx'].map((id) => {
    const courses = coursesOf(id);
    const [first, last] = [0, -1].map((at) => figuresOf(courses.flatMap((tests) => tests.at(at) ?? [])));
    assert.ok(first && last && last.mean_se <= first.mean_se, id);
    return first.items - last.items;
  });
  assert.ok(saved.reduce((sum, items) => sum + items, 0) >= 5, saved.join());
});

test('a week asks at most six questions about both scales in half of all surveys', () => {
  const [dep, anx] = ['dep', 'anx'].map(itemsInWeek);
  assert.ok(dep && anx);
  const both = dep.map((items, person) => items + (anx[person] ?? NaN)).toSorted((a, b) => a - b);
  assert.ok((both[100] ?? NaN) <= 6, `median ${both[100]}`);
});

test('a week takes at most two minutes, with one question from 0 to 100 about its mood', () => {
  const prior = carriedPrior({ theta: 1.2, se: 0.25, weeks: 1 }, STANDARD_NORMAL, 52);
  const priors = new Map([
    ['dep/dep', prior],
    ['anx/anx', prior],
  ]);
  const plan = { instruments, context: { window_type: week.type }, parts: protocol.parts, priors };
  assert.ok(minutesLeft(plan, [], [], new Map()) <= 2);
  const [mood, ...more] = instrumentItems(shippedInstrument('mood'));
  assert.deepEqual([mood?.type, more.length], ['QUESTION_RANGE_INDICATOR', 0]);
});

test('weeks follow each other without a gap until the end of the therapy, and are named by their number', () => {
  const windows = surveyWindows(protocol, '2026-01-05', '2027-03-15', '2026-01-05');
  const weeks = windows.filter(({ type }) => type === 'INTERMEDIATE');
  assert.equal(weeks.length, 59);
  assert.deepEqual(
    [weeks[0], weeks[1]].map((one) => [one?.label, one?.start, one?.end]),
    [
      ['Woche 1', '2026-01-12', '2026-01-18'],
      ['Woche 2', '2026-01-19', '2026-01-25'],
    ],
  );
  // Two years have 104 weeks; the first window is the week of the admission.
  assert.equal(surveyWindows(protocol, '2026-01-05', null, '2026-01-05').length, 1 + 104);
});
