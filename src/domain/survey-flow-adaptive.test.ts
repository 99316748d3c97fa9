import assert from 'node:assert/strict';
import test from 'node:test';
import { aPatient, aPlan, anInstrument, taken } from '../../test/survey-samples.ts';
import { mistakesOf, sampleInstrument } from '../../test/sample-instrument.ts';
import type { AdaptiveDimension } from './instrument-schema.ts';
import { adaptiveTest } from './adaptive-bank.ts';
import { expectedItems } from './survey-flow-adaptive.ts';
import { priorKey } from './survey-plan.ts';
import { scoreSession } from './scoring.ts';
import type { WindowType } from './window-types.ts';

const FACETS = ['mood', 'drive', 'hope'];
const items = Array.from({ length: 9 }, (_, i) => ({
  id: `a-${i + 1}`,
  type: 'QUESTION_VERTICAL_RADIO',
  content: `Text ${i + 1}`,
  options: 'levels',
  facet: FACETS[i % 3],
  a: 1 + ((i * 7) % 9) / 4,
  b: [-0.5 + i / 10, 0.7 + i / 10],
}));
const rules = {
  criterion: 'MEPV_PP',
  estimator: 'EAP',
  stop: { se_below: 0.1, min_items: 2, max_items: 6 },
  expected_items: 2,
};

const textOf = (adaptive: object) => JSON.stringify(anAdaptive(adaptive));

/** An instrument of nine items in three facets. */
function anAdaptive(adaptive: object) {
  const dimension = { ...sampleInstrument.dimensions[0], items, adaptive: { ...rules, ...adaptive } };
  return {
    ...sampleInstrument,
    dimensions: [dimension],
    scales: sampleInstrument.scales.slice(0, 1),
    crisis: [],
    crisis_decided_by: 'Name',
  };
}

function dimensionOf(adaptive: object): AdaptiveDimension {
  const [dimension] = anInstrument(textOf(adaptive)).dimensions;
  assert.ok(dimension?.form === 'adaptive');
  return dimension;
}

/** The items that a person gets in a window. */
function asked(adaptive: object, { name = 'anna', window = 'PRE' as WindowType } = {}): readonly string[] {
  const plan = aPlan([anInstrument(textOf(adaptive))], { window });
  return taken(plan, aPatient(name)).stored.flatMap((page) => page.answers.map(({ id }) => id));
}

const facetOf = (id: string) => items.find((item) => item.id === id)?.facet ?? '';

/** The estimate of the same person under these rules. */
const thetaWith = (adaptive: object) => {
  const plan = aPlan([anInstrument(textOf(adaptive))]);
  return scoreSession(plan, taken(plan, { theta: 1, random: () => 0.5 }).stored).scales[0]?.theta ?? 0;
};

const assertMistake = (adaptive: object, part: string) =>
  assert.match(mistakesOf(anAdaptive(adaptive)).join(' '), new RegExp(part));

test('a file without further rules configures what it always configured', () => {
  assert.deepEqual(adaptiveTest(dimensionOf({})).config, {
    criterion: 'MEPV_PP',
    stop: [
      {
        kind: 'all',
        rules: [
          { kind: 'min_items', items: 2 },
          { kind: 'se_below', se: 0.1 },
        ],
      },
      { kind: 'max_items', items: 6 },
    ],
  });
});

test('with content every facet gets its share of the items', () => {
  const content = { mood: 0.5, drive: 0.5, hope: 0 };
  for (const name of ['anna', 'bert', 'cem']) {
    const facets = Map.groupBy(asked({ content }, { name }), facetOf);
    assert.deepEqual(
      FACETS.map((facet) => facets.get(facet)?.length ?? 0),
      [3, 3, 0],
    );
  }
});

test('the start item comes first', () => {
  assert.notEqual(asked({})[0], 'a-9');
  assert.equal(asked({ start_item: 'a-9' })[0], 'a-9');
});

test('of enemies a person gets at most one', () => {
  const enemies = [['a-1', 'a-2', 'a-3', 'a-4', 'a-5']];
  const given = asked({ enemies }).filter((id) => enemies[0]?.includes(id));
  assert.equal(given.length, 1);
});

test('an item with the exposure 0 is given only when no other item is left', () => {
  const [first = ''] = asked({});
  assert.ok(!asked({ exposure: { [first]: 0 } }).includes(first));
});

test('a window with rules of its own ends by them, and its answers are scored by them', () => {
  const short = { stop_in: { INTERMEDIATE: { min_items: 2, max_items: 3 } } };
  assert.equal(asked(short).length, 6);
  assert.equal(asked(short, { window: 'INTERMEDIATE' }).length, 3);
  const plan = aPlan([anInstrument(textOf(short))], { window: 'INTERMEDIATE' });
  const [score] = scoreSession(plan, taken(plan, aPatient('anna')).stored).scales;
  assert.deepEqual([score?.items_answered, score?.stop], [3, 'max_items']);
});

test('the test ends when the estimate is far enough from every cut', () => {
  const classified = { ...rules.stop, classified: { cuts: [-3, 3], z: 1 } };
  assert.equal(asked({ stop: classified }).length, 2);
  const unsure = { ...rules.stop, classified: { cuts: [-3, 0.2, 3], z: 6 } };
  assert.equal(asked({ stop: unsure }).length, 6);
});

test('the prior moves the estimate', () => {
  assert.ok(thetaWith({ prior: { mean: 1.5, sd: 0.5 } }) > thetaWith({}) + 0.05);
});

test('windows with the same rules share them', () => {
  const dimension = dimensionOf({ stop_in: { POST: { min_items: 2, max_items: 3 } } });
  assert.equal(adaptiveTest(dimension, 'PRE'), adaptiveTest(dimension, 'FOLLOW_UP_1'));
  assert.notEqual(adaptiveTest(dimension, 'PRE'), adaptiveTest(dimension, 'POST'));
  assert.equal(adaptiveTest(dimension, 'PRE').bank, adaptiveTest(dimension, 'POST').bank);
});

test('a mistake in the rules has its line and a sentence', () => {
  assertMistake({ content: { mood: 0.5, drive: 0.25, hope: 0.2 } }, 'add up to 1');
  assertMistake({ content: { mood: 0.5, drive: 0.5 } }, 'has no facet that content names');
  assertMistake({ content: { mood: 0.4, drive: 0.3, hope: 0.2, body: 0.1 } }, 'No item has the facet "body"');
  assertMistake({ exposure: {}, randomesque: 2 }, 'exclude each other');
  assertMistake({ expected_items: 5, stop_in: { POST: { min_items: 1, max_items: 4 } } }, 'expected_items');
});

test('a prior of a patient takes the place of that of the file, and the answers alone keep the one of the file', () => {
  const last_estimate = { windows: ['INTERMEDIATE'], memory_weeks: 40 };
  const instrument = anInstrument(textOf({ last_estimate, content: undefined }));
  const priors = new Map([[priorKey(instrument.id, 'adapted'), { mean: 2, sd: 0.3 }]]);
  const plan = aPlan([instrument], { window: 'INTERMEDIATE' });
  const person = { theta: 0, random: () => 0.5 };
  const { stored } = taken({ ...plan, priors }, person);
  const [carried] = scoreSession({ ...plan, priors }, stored).scales;
  const [plain] = scoreSession(plan, taken(plan, person).stored).scales;
  assert.ok(carried?.t != null && plain?.t != null);
  assert.deepEqual(carried.carried?.prior, { mean: 2, sd: 0.3 });
  assert.ok(carried.t > plain.t + 5, 'the estimate is held near the last one');
  assert.ok(Math.abs((carried.carried?.alone.t ?? 0) - plain.t) < 5, 'the answers alone are not');
  assert.equal(plain.carried, undefined);
});

test('who begins with an estimate is expected to need fewer questions, by what the standard error still demands', () => {
  const dimension = dimensionOf({ stop: { ...rules.stop, se_below: 0.25 }, expected_items: 6 });
  const expected = (sd: number) => expectedItems(dimension, 'INTERMEDIATE', { mean: 1, sd });
  assert.equal(expectedItems(dimension, 'INTERMEDIATE', undefined), 6);
  // 16 - 1 / 0.4² = 9.75 of 15 are left: 0.65 of 6 items.
  assert.deepEqual([1, 0.4, 0.26].map(expected), [6, 4, 2]);
});

const lastEstimateIn = (...windows: string[]) => ({ last_estimate: { windows, memory_weeks: 40 } });

test('a last estimate in the first survey, or twice in one window, is a mistake', () => {
  assertMistake(lastEstimateIn('PRE'), 'PRE is the first survey');
  assertMistake(lastEstimateIn('POST', 'POST'), 'POST is listed twice');
});
