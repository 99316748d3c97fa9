import type { ItemBank } from '../psychometrics/item-bank.ts';
import { estimateEap } from '../psychometrics/posterior.ts';
import type { StopRule } from '../psychometrics/stop-rules.ts';
import type { ContentBalancing, ExposureControl, TestConfig } from '../psychometrics/test-config.ts';
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

/** The rules of the window, or else those of all windows. */
export function stopSettings({ adaptive }: AdaptiveDimension, window: WindowType | undefined): StopSettings {
  return (window && adaptive.stop_in?.[window]) ?? adaptive.stop;
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

/** The option values of an adaptive item are its categories. The check of the instrument ensures this. */
export function categoryOf(value: Answer['value']): number {
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
