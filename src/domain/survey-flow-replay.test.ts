import assert from 'node:assert/strict';
import test from 'node:test';
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
const windows = Object.keys(instrumentsOf) as (keyof typeof instrumentsOf)[]; // true, because the table above is a constant

/**
 * The instruments as after a restart: no object is shared with an earlier reading. The tests draw one of the three best
 * items, so that the random numbers are replayed as well.
 */
function readInstruments(): ReadonlyMap<string, SurveyPlan['instruments'][number]> {
  const ids = [...new Set(Object.values(instrumentsOf).flat())];
  const texts = ids.map((id) => instrumentText(id).replace('"randomesque": 1', '"randomesque": 3'));
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

test('the stored answers of 1,000 patients give the same pages and scores after a restart, byte for byte', () => {
  const atFirst = readInstruments();
  const afterRestart = readInstruments();
  for (let number = 0; number < 1000; number += 1) {
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
