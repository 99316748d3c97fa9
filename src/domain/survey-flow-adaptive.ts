import { replayTest } from '../psychometrics/adaptive-test.ts';
import { STANDARD_NORMAL, type NormalPrior } from '../psychometrics/quadrature.ts';
import { randomSource } from '../psychometrics/random.ts';
import type { TestState } from '../psychometrics/test-state.ts';
import { adaptiveTest, categoryOf, stopSettings, type AdaptiveTest } from './adaptive-bank.ts';
import type { Answer } from './answer-types.ts';
import type { AdaptiveDimension, InstrumentItem } from './instrument-schema.ts';
import type { WindowType } from './window-types.ts';

/** The same rules with what is known of a patient before the test. */
function carriedTest(
  dimension: AdaptiveDimension,
  window: WindowType | undefined,
  prior: NormalPrior | undefined,
): AdaptiveTest {
  const { bank, config } = adaptiveTest(dimension, window);
  return { bank, config: prior ? { ...config, prior } : config };
}

/** The position of an adaptive test in the flow. Each position has its own random numbers. */
export type TestPlace = {
  readonly seed: string;
  readonly instrument_id: string;
  readonly window_type: WindowType;
  /** What is known of the patient before the test; without it the prior of the file holds. */
  readonly prior?: NormalPrior | undefined;
};

/**
 * The state of the adaptive test after the stored answers. Throws if the test would have asked another item: then the
 * instrument, its version or the seed differ from those of the stored answers.
 */
export function replayDimension(
  dimension: AdaptiveDimension,
  answers: readonly Answer[],
  place: TestPlace,
): TestState {
  const { bank, config } = carriedTest(dimension, place.window_type, place.prior);
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
export function adaptiveFraction(
  dimension: AdaptiveDimension,
  answered: number,
  { window_type: window, prior }: Pick<TestPlace, 'window_type' | 'prior'>,
): number {
  const expected = expectedItems(dimension, window, prior);
  const longest = stopSettings(dimension, window).max_items;
  const turn = expected - 1;
  if (answered <= turn) return answered / expected;
  return (turn + (answered - turn) / (longest - turn)) / expected;
}

/**
 * The usual number of items in a window. Who begins with an estimate needs only the rest of the information that the
 * standard error demands.
 */
export function expectedItems(
  dimension: AdaptiveDimension,
  window: WindowType,
  prior: NormalPrior | undefined,
): number {
  const { expected_items: usual, prior: general = STANDARD_NORMAL } = dimension.adaptive;
  const { se_below: se, min_items: fewest } = stopSettings(dimension, window);
  if (!prior || se === undefined) return usual;
  const missing = (known: NormalPrior) => Math.max(0, 1 / se ** 2 - 1 / known.sd ** 2);
  const share = missing(general) === 0 ? 0 : missing(prior) / missing(general);
  return Math.min(usual, Math.max(fewest, Math.round(usual * share)));
}
