import { replayTest } from '../psychometrics/adaptive-test.ts';
import type { ItemBank } from '../psychometrics/item-bank.ts';
import { randomSource } from '../psychometrics/random.ts';
import type { StopRule } from '../psychometrics/stop-rules.ts';
import type { TestConfig } from '../psychometrics/test-config.ts';
import type { TestState } from '../psychometrics/test-state.ts';
import type { Answer } from './answer-types.ts';
import type { AdaptiveDimension, InstrumentItem } from './instrument-schema.ts';

/** An adaptive dimension as bank and configuration of psychometrics. */
export type AdaptiveTest = { readonly bank: ItemBank; readonly config: TestConfig };

const tests = new WeakMap<AdaptiveDimension, AdaptiveTest>();

/** The bank and the rules of a dimension. Every call returns the same objects, so that their tables are made once. */
export function adaptiveTest(dimension: AdaptiveDimension): AdaptiveTest {
  const known = tests.get(dimension);
  if (known) return known;
  const made = { bank: bankOf(dimension), config: configOf(dimension) };
  tests.set(dimension, made);
  return made;
}

/** The position of an adaptive test in the flow. Each position has its own random numbers. */
export type TestPlace = { readonly seed: string; readonly instrument_id: string };

/**
 * The state of the adaptive test after the stored answers. Throws if the test would have asked another item: then the
 * instrument, its version or the seed differ from those of the stored answers.
 */
export function replayDimension(
  dimension: AdaptiveDimension,
  answers: readonly Answer[],
  place: TestPlace,
): TestState {
  const { bank, config } = adaptiveTest(dimension);
  const random = randomSource(`${place.seed}/${place.instrument_id}/${dimension.id}`);
  const given = answers.map(({ id, value }) => ({ item: id, category: categoryOf(value) }));
  return replayTest(bank, config, random, given);
}

/** The next item; null when the test is over. */
export function nextAdaptiveItem(
  dimension: AdaptiveDimension,
  answers: readonly Answer[],
  place: TestPlace,
): InstrumentItem | null {
  const { next } = replayDimension(dimension, answers, place);
  return dimension.items.find(({ id }) => id === next) ?? null;
}

/**
 * The progress of the test, 0 to 1, after this number of answers. It depends only on the number, so it never falls: even
 * steps up to the usual length, then smaller even steps up to the maximum.
 */
export function adaptiveFraction({ adaptive }: AdaptiveDimension, answered: number): number {
  const expected = adaptive.expected_items;
  const longest = adaptive.stop.max_items;
  const turn = expected - 1;
  if (answered <= turn) return answered / expected;
  return (turn + (answered - turn) / (longest - turn)) / expected;
}

/** The option values of an adaptive item are its categories. The check of the instrument ensures this. */
function categoryOf(value: Answer['value']): number {
  return typeof value === 'number' ? value : -1;
}

function bankOf({ id, model, items }: AdaptiveDimension): ItemBank {
  return { id, model, items: items.map((item) => ({ id: item.id, a: item.a ?? 0, b: item.b ?? [] })) };
}

function configOf({ adaptive }: AdaptiveDimension): TestConfig {
  const { criterion, randomesque } = adaptive;
  const stop = stopRules(adaptive.stop);
  if (randomesque === 1) return { criterion, stop };
  return { criterion, stop, exposure: { kind: 'randomesque', size: randomesque } };
}

/** Alternative rules. The first one that holds is the reason for the end. */
function stopRules(stop: AdaptiveDimension['adaptive']['stop']): readonly StopRule[] {
  const { se_below: se, min_items: fewest, max_items: most, healthiest } = stop;
  const precise: StopRule[] =
    se === undefined
      ? []
      : [
          {
            kind: 'all',
            rules: [
              { kind: 'min_items', items: fewest },
              { kind: 'se_below', se },
            ],
          },
        ];
  const healthy: StopRule[] = healthiest ? [{ kind: 'healthiest', ...healthiest }] : [];
  return [...healthy, ...precise, { kind: 'max_items', items: most }];
}
