import * as v from 'valibot';
import { Count, Finite, ItemId, Key, Positive } from './instrument-values.ts';
import { WINDOW_TYPES } from './window-types.ts';

// How an adaptive dimension asks. docs/instruments.md explains every field. A field that is left out changes nothing.

const Share = v.pipe(Finite, v.minValue(0), v.maxValue(1, 'must not be above 1'));

const StopSchema = v.strictObject({
  se_below: v.optional(Positive),
  min_items: Count,
  max_items: Count,
  /** The test ends if each of this number of first answers is the healthiest category. */
  healthiest: v.optional(v.strictObject({ items: Count, category: v.picklist(['lowest', 'highest']) })),
  /** The test ends if the estimate is further than z standard errors from every one of these thetas. */
  classified: v.optional(v.strictObject({ cuts: v.pipe(v.array(Finite), v.minLength(1)), z: Positive })),
});

export const AdaptiveSchema = v.strictObject({
  criterion: v.picklist(['MFI', 'MPWI', 'MEI', 'MEPV', 'MEPV_PP']),
  estimator: v.literal('EAP'),
  randomesque: v.optional(Count, 1),
  /** Normal distribution of theta before the first answer; standard normal if missing. */
  prior: v.optional(v.strictObject({ mean: v.pipe(Finite, v.minValue(-6), v.maxValue(6)), sd: Positive })),
  /** In these windows the test begins with the last estimate of the patient, which fades with the weeks since. */
  last_estimate: v.optional(
    v.strictObject({
      windows: v.pipe(v.array(v.picklist(WINDOW_TYPES)), v.minLength(1)),
      memory_weeks: Positive,
    }),
  ),
  start_item: v.optional(ItemId),
  /** The share of the items that each facet gets. */
  content: v.optional(v.record(Key, Share)),
  /** Sets of items of which a person gets at most one. */
  enemies: v.optional(v.array(v.pipe(v.array(ItemId), v.minLength(2)))),
  /** The probability with which an item is given when it is the best one; 1 for items that are not named. */
  exposure: v.optional(v.record(ItemId, Share)),
  stop: StopSchema,
  /** The rules in windows that need others, for example a shorter test. */
  stop_in: v.optional(v.strictObject(v.entriesFromList(WINDOW_TYPES, v.optional(StopSchema)))),
  /** The usual number of items, used only for the progress bar. */
  expected_items: Count,
});

export type AdaptiveRules = v.InferOutput<typeof AdaptiveSchema>;
export type StopSettings = v.InferOutput<typeof StopSchema>;
