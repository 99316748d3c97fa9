import { replayTest } from '../psychometrics/adaptive-test.ts';
import type { ItemBank } from '../psychometrics/item-bank.ts';
import { estimateEap } from '../psychometrics/posterior.ts';
import { STANDARD_NORMAL, type NormalPrior } from '../psychometrics/quadrature.ts';
import { randomSource } from '../psychometrics/random.ts';
import type { StopRule } from '../psychometrics/stop-rules.ts';
import type { ContentBalancing, ExposureControl, TestConfig } from '../psychometrics/test-config.ts';
import type { TestState } from '../psychometrics/test-state.ts';
import type { Answer } from './answer-types.ts';
import type { AdaptiveRules, StopSettings } from './instrument-adaptive-schema.ts';
import type { AdaptiveDimension, InstrumentItem } from './instrument-schema.ts';
import type { WindowType } from './window-types.ts';

/** An adaptive dimension as bank and configuration of psychometrics. */
export type AdaptiveTest = { readonly bank: ItemBank; readonly config: TestConfig };

type Prepared = { readonly bank: ItemBank; readonly tests: Map<StopSettings, AdaptiveTest> };
const prepared = new WeakMap<AdaptiveDimension, Prepared>();

/**
 * The bank and the rules of a dimension in a window. They belong to the dimension of the file: every call returns the same
 * objects, and windows with the same rules share them, so that their tables are made once.
 */
export function adaptiveTest(dimension: AdaptiveDimension, window?: WindowType): AdaptiveTest {
  const { bank, tests } = prepared.get(dimension) ?? { bank: bankOf(dimension), tests: new Map() };
  const stop = stopSettings(dimension, window);
  const test = tests.get(stop) ?? { bank, config: configOf(dimension, stop) };
  prepared.set(dimension, { bank, tests: tests.set(stop, test) });
  return test;
}

/** The same rules with what is known of a patient before the test. */
function carriedTest(
  dimension: AdaptiveDimension,
  window: WindowType | undefined,
  prior: NormalPrior | undefined,
): AdaptiveTest {
  const { bank, config } = adaptiveTest(dimension, window);
  return { bank, config: prior ? { ...config, prior } : config };
}

/** The rules of the window, or else those of all windows. */
function stopSettings({ adaptive }: AdaptiveDimension, window: WindowType | undefined): StopSettings {
  return (window && adaptive.stop_in?.[window]) ?? adaptive.stop;
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

/** The estimate that answers lead to with the prior of the file. */
export function estimateAlone(
  dimension: AdaptiveDimension,
  answers: readonly Pick<Answer, 'id' | 'value'>[],
): { readonly theta: number; readonly se: number } {
  const { bank, config } = adaptiveTest(dimension);
  const given = answers.map(({ id, value }) => ({ item: id, category: categoryOf(value) }));
  return estimateEap(bank, given, config.prior ? { prior: config.prior } : {});
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

/** The option values of an adaptive item are its categories. The check of the instrument ensures this. */
function categoryOf(value: Answer['value']): number {
  return typeof value === 'number' ? value : -1;
}

function bankOf({ id, model, items }: AdaptiveDimension): ItemBank {
  return { id, model, items: items.map((item) => ({ id: item.id, a: item.a ?? 0, b: item.b ?? [] })) };
}

function configOf({ adaptive, items }: AdaptiveDimension, stop: StopSettings): TestConfig {
  const { criterion, prior, start_item, enemies, content } = adaptive;
  const exposure = exposureOf(adaptive, items);
  return {
    criterion,
    stop: stopRules(stop),
    ...(prior && { prior }),
    ...(start_item !== undefined && { start_item }),
    ...(enemies && { enemies }),
    ...(content && { content: contentOf(content, items) }),
    ...(exposure && { exposure }),
  };
}

function exposureOf(
  { randomesque, exposure }: AdaptiveRules,
  items: readonly InstrumentItem[],
): ExposureControl | undefined {
  if (exposure) {
    const parameters = Object.fromEntries(items.map(({ id }) => [id, exposure[id] ?? 1]));
    return { kind: 'sympson_hetter', parameters };
  }
  return randomesque === 1 ? undefined : { kind: 'randomesque', size: randomesque };
}

function contentOf(
  shares: NonNullable<AdaptiveRules['content']>,
  items: readonly InstrumentItem[],
): ContentBalancing {
  return {
    targets: Object.entries(shares).map(([group, share]) => ({ group, share })),
    group_of: Object.fromEntries(items.map(({ id, facet }) => [id, facet ?? ''])),
  };
}

/** Alternative rules. The first one that holds is the reason for the end. */
function stopRules(stop: StopSettings): readonly StopRule[] {
  const { se_below: se, min_items: items, max_items: most, healthiest, classified } = stop;
  const fewest: StopRule = { kind: 'min_items', items };
  const precise: StopRule[] =
    se === undefined ? [] : [{ kind: 'all', rules: [fewest, { kind: 'se_below', se }] }];
  const certain: StopRule[] =
    classified === undefined ? [] : [{ kind: 'all', rules: [fewest, ...beyondCuts(classified)] }];
  const healthy: StopRule[] = healthiest ? [{ kind: 'healthiest', ...healthiest }] : [];
  return [...healthy, ...precise, ...certain, { kind: 'max_items', items: most }];
}

function beyondCuts({ cuts, z }: NonNullable<StopSettings['classified']>): readonly StopRule[] {
  return cuts.map((cut) => ({ kind: 'classified', cut, z }));
}
