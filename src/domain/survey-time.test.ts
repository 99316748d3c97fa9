import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { aPatient, aPlan, answered, shippedInstrument } from '../../test/survey-samples.ts';
import { HELP_ITEM } from './help-page.ts';
import { parseProtocol, type Protocol } from './protocol.ts';
import { currentPage } from './survey-flow.ts';
import type { StoredPage, SurveyPlan } from './survey-plan.ts';
import { currentPart, minutesLeft } from './survey-time.ts';
import type { WindowType } from './window-types.ts';

const root = join(import.meta.dirname, '..', '..');

function standard(): Protocol {
  const parsed = parseProtocol(JSON.parse(readFileSync(join(root, 'protocols', 'standard.json'), 'utf8')));
  assert.ok(parsed.kind === 'protocol');
  return parsed.protocol;
}

const protocol = standard();

function planOf(type: WindowType): SurveyPlan {
  const ids = protocol.windows.find((window) => window.type === type)?.instruments ?? [];
  return aPlan(ids.map(shippedInstrument), { window: type, parts: protocol.parts });
}

const whole = planOf('PRE');
const unmeasured = new Map<string, number>();

/** The part and the minutes on every page of a survey. */
function placesOf(plan: SurveyPlan, pages: readonly StoredPage[]) {
  return pages.map((_, index) => {
    const stored = pages.slice(0, index);
    const items = currentPage(plan, stored)?.items ?? [];
    return {
      part: currentPart(plan, stored, items),
      minutes: minutesLeft(plan, stored, items, unmeasured),
    };
  });
}

test('the parts of the first survey are numbered from 1 to 7 in order and have the titles of the protocol', () => {
  const places = placesOf(whole, answered(whole, aPatient('anna')));
  const numbers = places.map(({ part }) => part?.number ?? 0);
  assert.deepEqual([...new Set(numbers)], [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(numbers, numbers.toSorted());
  assert.ok(places.every(({ part }) => part?.total === 7));
  assert.equal(places.find(({ part }) => part?.number === 2)?.part?.title, 'Stimmung und Antrieb');
});

test('every instrument of the standard protocol is in a part', () => {
  const named = protocol.parts.flatMap(({ instruments }) => instruments);
  for (const { instruments } of protocol.windows)
    assert.deepEqual(
      instruments.filter((id) => !named.includes(id)),
      [],
    );
});

test('without parts in the protocol each instrument is a part with the title of its first dimension', () => {
  const plan = aPlan([shippedInstrument('dep'), shippedInstrument('eq5d')]);
  const titles = placesOf(plan, answered(plan, aPatient('bert'))).map(({ part }) => part?.title);
  assert.deepEqual([...new Set(titles)], ['Stimmung und Antrieb', 'Ihre Gesundheit heute']);
});

test('the minutes that are left never rise and end nearly done', () => {
  for (const name of ['anna', 'bert', 'cem', 'dora']) {
    const minutes = placesOf(whole, answered(whole, aPatient(name))).map((place) => place.minutes);
    assert.deepEqual(
      minutes,
      minutes.toSorted((a, b) => b - a),
    );
  }
  const plan = { ...whole, instruments: [shippedInstrument('eq5d')] };
  assert.equal(placesOf(plan, answered(plan, aPatient('anna'))).at(-1)?.minutes, 0);
});

test('a page of help belongs to the part before it and costs no time', () => {
  const plan = aPlan(['dep', 'eq5d'].map(shippedInstrument), { parts: protocol.parts });
  const pages = answered(plan, aPatient('anna'));
  const at = pages.findIndex(({ answers }) => answers.some(({ id }) => id === 'dep-31'));
  const stored = pages.slice(0, at + 1);
  const help = [{ id: HELP_ITEM }];
  assert.equal(currentPart(plan, stored, help)?.title, 'Stimmung und Antrieb');
  const next = aPlan([shippedInstrument('eq5d')], { parts: protocol.parts });
  assert.equal(minutesLeft(plan, stored, help, unmeasured), minutesLeft(next, [], [], unmeasured));
});

test('a measured median counts in place of the seconds of the protocol', () => {
  const plan = aPlan([shippedInstrument('eq5d')], { parts: protocol.parts });
  assert.equal(minutesLeft(plan, [], [], unmeasured), 2);
  assert.equal(minutesLeft(plan, [], [], new Map([['eq5d', 200]])), 10);
  assert.equal(minutesLeft(plan, [], [], new Map([['eq5d', 10]])), 0);
  assert.equal(minutesLeft(plan, [], [], new Map([['eq5d', 10.1]])), 1);
});
