import assert from 'node:assert/strict';
import test from 'node:test';
import { amount } from '../../test/amount.ts';
import { aPatient, aPlan, anInstrument, instrumentText, taken } from '../../test/survey-samples.ts';
import type { WindowType } from './window-types.ts';
import { scoreSession } from './scoring.ts';
import type { StoredPage, SurveyPlan } from './survey-plan.ts';
import { currentPage } from './survey-flow.ts';

const instrumentsOf = {
  PRE: ['socio', 'dep', 'anx', 'eq5d', 'exis', 'evos', 'eri', 'email'],
  INTERMEDIATE: ['dep', 'anx', 'wai', 'evos', 'email'],
  POST: ['dep', 'anx', 'eq5d', 'exis', 'evos', 'eri', 'wai', 'email'],
  FOLLOW_UP_1: ['dep', 'anx', 'eq5d'],
} as const satisfies Partial<Record<WindowType, readonly string[]>>;
const PATIENTS = amount({ usual: 50, all: 1000 });
const SURVEYS = amount({ usual: 10, all: 60 });
const windows = Object.keys(instrumentsOf) as (keyof typeof instrumentsOf)[]; // true, because the table above is a constant

/**
 * The instruments as after a restart: no object is shared with an earlier reading. Each test draws one of its three best
 * items, or one of its `best` items, so that the random numbers are replayed as well.
 */
function readInstruments(best = 3): ReadonlyMap<string, SurveyPlan['instruments'][number]> {
  const ids = [...new Set(Object.values(instrumentsOf).flat())];
  const texts = ids.map((id) => instrumentText(id).replace('"randomesque": 3', `"randomesque": ${best}`));
  return new Map(texts.map(anInstrument).map((instrument) => [instrument.id, instrument]));
}

function planOf(number: number, instruments: ReturnType<typeof readInstruments>): SurveyPlan {
  const window = windows[number % windows.length] ?? 'PRE';
  const pinned = instrumentsOf[window].flatMap((id) => instruments.get(id) ?? []);
  return aPlan(pinned, { seed: `seed ${number}`, window });
}

function pagesOf(plan: SurveyPlan, stored: readonly StoredPage[]) {
  return stored.map((_, index) => currentPage(plan, stored.slice(0, index)));
}

test(`the stored answers of ${PATIENTS} patients give the same pages and scores after a restart, byte for byte`, () => {
  const atFirst = readInstruments();
  const afterRestart = readInstruments();
  for (let number = 0; number < PATIENTS; number += 1) {
    const plan = planOf(number, atFirst);
    const { shown, stored } = taken(plan, aPatient(`patient ${number}`));
    const scores = scoreSession(plan, stored);
    const later = planOf(number, afterRestart);
    const reread: readonly StoredPage[] = JSON.parse(JSON.stringify(stored));
    assert.equal(JSON.stringify(pagesOf(later, reread)), JSON.stringify(shown));
    assert.equal(currentPage(later, reread), null);
    assert.equal(JSON.stringify(scoreSession(later, reread)), JSON.stringify(scores));
  }
});

const copyOf = (stored: readonly StoredPage[]): readonly StoredPage[] => JSON.parse(JSON.stringify(stored));

/** The page that follows, or the error. */
function outcome(plan: SurveyPlan, stored: readonly StoredPage[]): string {
  try {
    return JSON.stringify(currentPage(plan, stored));
  } catch (error) {
    return String(error);
  }
}

test('a survey that goes on from page to page shows what it would show if it were read anew each time', () => {
  const instruments = readInstruments();
  for (let number = 0; number < SURVEYS; number += 1) {
    const plan = planOf(number, instruments);
    const { shown, stored } = taken(plan, aPatient(`patient ${number}`));
    const anew = stored.map((_, index) => currentPage(plan, copyOf(stored.slice(0, index))));
    assert.equal(JSON.stringify(anew), JSON.stringify(shown));
  }
});

const otherWindow = ({ context }: SurveyPlan): SurveyPlan['context'] => ({
  window_type: context.window_type === 'INTERMEDIATE' ? 'POST' : 'INTERMEDIATE',
});

test('a kept state of a test is not used for another seed, window, prior, instrument or earlier answer', () => {
  const instruments = readInstruments();
  const otherInstruments = readInstruments(2);
  const priors = new Map([['dep/dep', { mean: 1.5, sd: 0.4 }]]);
  for (let number = 0; number < SURVEYS; number += 1) {
    const plan = planOf(number, instruments);
    const { stored } = taken(plan, aPatient(`patient ${number}`), 8 + (number % 9));
    const turned = stored.map((page) => {
      const [answer] = page.answers;
      const isAdaptive = page.answers.length === 1 && typeof answer?.value === 'number';
      return isAdaptive && page !== stored.at(-1)
        ? { ...page, answers: [{ ...answer, value: answer.value === 0 ? 1 : 0 }] }
        : page;
    });
    const others: [SurveyPlan, readonly StoredPage[]][] = [
      [{ ...plan, seed: 'other' }, stored],
      [{ ...plan, priors }, stored],
      [planOf(number, otherInstruments), stored],
      [{ ...plan, context: otherWindow(plan) }, stored],
      [plan, turned],
    ];
    for (const [other, pages] of others) assert.equal(outcome(other, pages), outcome(other, copyOf(pages)));
  }
});

test('a session with another seed asks other items if one of several good items is drawn', () => {
  const firstItems = Array.from({ length: 40 }, (_, number) => {
    const plan = { ...planOf(3, readInstruments()), seed: String(number) };
    return currentPage(plan, [])?.items[0]?.id;
  });
  assert.equal(new Set(firstItems).size, 3);
});

test('two adaptive tests of one session use different random numbers', () => {
  const instruments = readInstruments();
  const drawn = Array.from({ length: 40 }, (_, number) => {
    const plan = planOf(4 * number + 3, instruments);
    const { shown } = taken(plan, aPatient(`patient ${number}`));
    const first = (id: string) => shown.find((page) => page.dimension.id === id)?.items[0]?.id;
    return `${first('dep')} ${first('anx')}`;
  });
  assert.equal(new Set(drawn).size, 9);
});
