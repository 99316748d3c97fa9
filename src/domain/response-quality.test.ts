import assert from 'node:assert/strict';
import test from 'node:test';
import standard from '../../protocols/standard.json' with { type: 'json' };
import { amount } from '../../test/amount.ts';
import { answersOfPerson, areaUnderCurve, WAYS, type WayName } from '../../test/careless-people.ts';
import { aPlan, shippedInstrument } from '../../test/survey-samples.ts';
import { isQuestion } from './answer-types.ts';
import { instrumentItems } from './instrument-items.ts';
import { qualitySigns, responseQuality, signStrengths, type ResponseQuality } from './response-quality.ts';
import type { WindowType } from './window-types.ts';

function planOf(type: WindowType) {
  const ids = standard.windows.find((window) => window.type === type)?.instruments ?? [];
  return aPlan(ids.map(shippedInstrument), { window: type });
}

const PERSONS = amount({ usual: 60, all: 600 });

const ways = Object.keys(WAYS).filter((name): name is WayName => name in WAYS);
const careless = ways.filter((name) => !name.startsWith('honest'));
const strongest = (quality: ResponseQuality) => Math.max(...Object.values(signStrengths(quality)));

function qualitiesOf(window: WindowType, way: WayName, persons: number): readonly ResponseQuality[] {
  const plan = planOf(window);
  return Array.from({ length: persons }, (_, person) =>
    responseQuality(plan.instruments, answersOfPerson(plan, way, `${way} ${person}`)),
  );
}

for (const window of ['PRE', 'INTERMEDIATE'] as const) {
  test(`people who do not read stand out from those who do (${window})`, (context) => {
    const honest = (['honest', 'honest with a slip in ten'] as const).flatMap((way) =>
      qualitiesOf(window, way, PERSONS),
    );
    const falseAlarms = honest.filter((one) => qualitySigns(one).length > 0).length / honest.length;
    const found = careless.map((way) => ({ way, qualities: qualitiesOf(window, way, PERSONS / 3) }));
    const area = areaUnderCurve(
      honest.map(strongest),
      found.flatMap(({ qualities }) => qualities.map(strongest)),
    );
    context.diagnostic(`AUC ${area.toFixed(3)}, false alarms ${(100 * falseAlarms).toFixed(1)} %`);
    for (const { way, qualities } of found) {
      const share = qualities.filter((one) => qualitySigns(one).length > 0).length / qualities.length;
      const own = areaUnderCurve(honest.map(strongest), qualities.map(strongest));
      context.diagnostic(`${way}: found ${(100 * share).toFixed(0)} %, AUC ${own.toFixed(3)}`);
    }
    assert.ok(area >= 0.9, `AUC ${area}`);
    assert.ok(falseAlarms <= 0.05, `false alarms ${falseAlarms}`);
  });
}

test('two answers at the same end of a declared pair contradict each other, whatever their scales', () => {
  const wai = shippedInstrument('wai');
  const [first, second] = wai.dimensions.flatMap(({ items }) => items).map(({ id }) => id);
  assert.ok(first && second);
  const paired = { ...wai, scales: [], opposites: [[first, second] as [string, string]] };
  const timed = { page: 1, time_taken: 1, answered_after: null };
  const signs = (one: number, other: number) => {
    const answers = [
      { ...timed, id: first, value: one },
      { ...timed, id: second, value: other },
    ];
    const { pairs, contradictory_pairs: contradictory } = responseQuality([paired], answers);
    return [pairs, contradictory];
  };
  assert.deepEqual(signs(5, 5), [1, 1]);
  assert.deepEqual(signs(1, 1), [1, 1]);
  assert.deepEqual(signs(5, 1), [1, 0]);
  assert.deepEqual(responseQuality([paired], [{ ...timed, id: first, value: 5 }]).pairs, 0);
});

test('one pause does not hide that the questions of a page were not read, and an answer without a moment says nothing', () => {
  const plan = planOf('PRE');
  const answers = answersOfPerson(plan, 'first option, fast, with a pause', 'pause');
  const quality = responseQuality(plan.instruments, answers);
  assert.ok(quality.seconds_per_item! > 2, 'by the mean the person took the time');
  assert.ok(quality.median_seconds! < 0.8, `${quality.median_seconds}`);
  assert.ok(qualitySigns(quality).includes('fast'));
  const unknown = answers.map((answer) => ({ ...answer, answered_after: null }));
  assert.equal(responseQuality(plan.instruments, unknown).median_seconds, null);
  assert.ok(!qualitySigns(responseQuality(plan.instruments, unknown)).includes('fast'));
});

test('the time between two answers counts in the order of the last touches, also after a correction', () => {
  const { instruments } = planOf('PRE');
  const ids = instruments
    .flatMap(instrumentItems)
    .filter(({ type }) => isQuestion(type))
    .slice(0, 12);
  // The first question is corrected at the end, half a minute after the page came.
  const answers = ids.map(({ id }, index) => {
    return { id, value: '', page: 1, time_taken: 3, answered_after: index === 0 ? 30 : 2 * index };
  });
  assert.equal(responseQuality(instruments, answers).median_seconds, 2);
});
