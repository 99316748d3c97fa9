import * as v from 'valibot';
import { CodingSchema, Finite, ItemId, Key, Positive, Text } from './instrument-values.ts';
import { GENDERS } from './patient-record.ts';
import { CONDITION_SEVERITIES } from './window-types.ts';

// The scales of the instrument format and their norms: docs/instruments.md explains every field.

const Switch = v.picklist(['on', 'off']);

const BandSchema = v.strictObject({
  key: Key,
  /** The first score of the band; the lowest band has none. */
  from: v.nullable(Finite),
  label: Text,
  condition_severity: v.optional(v.picklist(CONDITION_SEVERITIES)),
  clinician: Text,
  patient: Text,
});

const Age = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(150));

/** Patients of a norm or of cut-offs: all of what is not named. */
const GroupSchema = v.strictObject({
  genders: v.optional(v.pipe(v.array(v.picklist(GENDERS)), v.minLength(1))),
  /** First and last year of age. */
  age: v.optional(v.strictObject({ from: v.optional(Age, 0), to: v.optional(Age, 150) })),
});

const BandsSchema = v.strictObject({
  metric: v.picklist(['t', 'raw']),
  source: Text,
  /** If off, the bands are shown, but no condition_severity is derived from them. */
  condition_severity: v.optional(Switch, 'off'),
  list: v.pipe(v.array(BandSchema), v.minLength(1)),
  /** Other cut-offs for some patients, the second band first. The first group that fits the patient counts. */
  groups: v.optional(
    v.array(v.strictObject({ id: Key, title: Text, group: GroupSchema, cuts: v.array(Finite) })),
  ),
});

const SampleSchema = v.strictObject({ mean: Finite, sd: Positive });

const ReliableChangeSchema = v.variant('method', [
  v.strictObject({
    method: v.literal('theta'),
    z: v.optional(Positive, 1.96),
    /** The T-score between dysfunctional and functional: a reliable improvement across it counts as recovered. */
    cutoff: v.optional(Finite),
    source: Text,
  }),
  v.strictObject({
    method: v.literal('jacobson-truax'),
    sd: Positive,
    reliability: v.pipe(Finite, v.gtValue(0), v.ltValue(1, 'must be below 1')),
    z: v.optional(Positive, 1.96),
    source: Text,
    clinical: v.optional(SampleSchema),
    norm: v.optional(SampleSchema),
  }),
]);

const MissingSchema = v.variant('type', [
  v.strictObject({ type: v.literal('complete') }),
  v.strictObject({
    type: v.literal('max_missing'),
    value: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** If false, a missing answer to a sum counts 0; else the others stand for it. */
    prorate: v.optional(v.boolean()),
  }),
  v.strictObject({
    type: v.literal('min_valid_fraction'),
    value: v.pipe(Finite, v.minValue(0), v.maxValue(1)),
    prorate: v.optional(v.boolean()),
  }),
]);

const scaleCommon = {
  key: Key,
  title: Text,
  /** The name in the patient's report; `title` if it is missing. */
  patient_title: v.optional(Text),
  direction: v.picklist(['high_is_worse', 'low_is_worse']),
  bands: v.optional(BandsSchema),
  reliable_change: v.optional(ReliableChangeSchema),
  clinician: Text,
  patient: Text,
  codes: v.optional(v.array(CodingSchema)),
  link_id: v.optional(Text),
};

/** What an answer "not applicable" does: the item is no part of the scale, or counts as a value. Without it the answer is missing. */
const NotApplicable = v.optional(
  v.union([v.literal('left_out'), Finite], 'must be "left_out" or the value that such an answer counts as'),
);

const ItemIds = v.pipe(v.array(ItemId), v.minLength(1));
const Decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(3));

/** Norms of a score that is no theta. With a `norm_set` the score is read, banded and compared in T. */
const norms = {
  norm_set: v.optional(Key),
  norm_groups: v.optional(v.array(Key)),
  /** Norm tables of percentiles: the first that fits the patient gives the percentile beside the score. */
  percentile_tables: v.optional(v.array(Key)),
};

const IrtScaleSchema = v.strictObject({
  ...scaleCommon,
  method: v.literal('irt'),
  dimension: Key,
  norm_set: Key,
  /** Norm sets with a `group`. The first that fits the patient takes the place of `norm_set`. */
  norm_groups: v.optional(v.array(Key), []),
});
/** The T-score of another measure for each sum, for the means of groups. */
const CrosswalkSchema = v.strictObject({
  title: Text,
  source: Text,
  /** How far the T-score of one person lies from that of the other measure, as a standard deviation. */
  person_sd: Positive,
  /** Pairs of a sum and its T-score, from the lowest sum to the highest. */
  table: v.pipe(v.array(v.strictTuple([Finite, Finite])), v.minLength(2)),
});

const ClassicalScaleSchema = v.strictObject({
  ...scaleCommon,
  method: v.picklist(['sum', 'mean', 'pomp']),
  items: ItemIds,
  reversed: v.optional(v.array(ItemId), []),
  /** How often an item counts; once where it is not named. */
  weights: v.optional(v.record(ItemId, Positive)),
  missing: v.optional(MissingSchema, { type: 'complete' }),
  not_applicable: NotApplicable,
  /** The published score is the sum or mean times this, rounded half up to so many decimals. */
  factor: v.optional(Positive),
  decimals: v.optional(Decimals),
  ...norms,
  crosswalks: v.optional(v.array(CrosswalkSchema), []),
});
const FormulaScaleSchema = v.strictObject({
  ...scaleCommon,
  method: v.literal('formula'),
  /** Of answers and of other scales (`formula.ts`). */
  formula: Text,
  /** The lowest and the highest score. */
  range: v.strictTuple([Finite, Finite]),
  /** Of the names in the formula. */
  missing: v.optional(MissingSchema, { type: 'complete' }),
  not_applicable: NotApplicable,
  decimals: v.optional(Decimals),
  ...norms,
});
const IndexScaleSchema = v.strictObject({
  ...scaleCommon,
  method: v.literal('index'),
  items: ItemIds,
  /** Per item, for each level in order: the part that the level subtracts from full health, which is 1. */
  decrements: v.record(ItemId, v.array(v.pipe(Finite, v.minValue(0)))),
  source: Text,
});
const ValueScaleSchema = v.strictObject({ ...scaleCommon, method: v.literal('value'), item: ItemId });

export const ScaleSchema = v.variant('method', [
  IrtScaleSchema,
  ClassicalScaleSchema,
  FormulaScaleSchema,
  IndexScaleSchema,
  ValueScaleSchema,
]);

const population = { id: Key, title: Text, population: Text, source: Text };
/** The patients that a scale may compare with this population (`norm_groups`). */
const group = v.optional(GroupSchema);

export const NormSetSchema = v.strictObject({
  ...population,
  /** Mean and standard deviation of theta, or of the score, in the population; T = 50 + 10 (theta - mean) / sd. */
  mean: Finite,
  sd: Positive,
  group,
});

/** Published norms: the T-score or percentile that belongs to a score. */
export const NormTableSchema = v.strictObject({
  ...population,
  metric: v.picklist(['t', 'percentile']),
  /** Pairs of a score and its value, scores rising. A score between two rows has the value of the lower one. */
  table: v.pipe(v.array(v.strictTuple([Finite, Finite])), v.minLength(2)),
  group,
});

export type Scale = v.InferOutput<typeof ScaleSchema>;
export type ScaleOf<Method extends Scale['method']> = Extract<Scale, { method: Method }>;
export type ClassicalScale = v.InferOutput<typeof ClassicalScaleSchema>;
export type FormulaScale = v.InferOutput<typeof FormulaScaleSchema>;
export type Bands = v.InferOutput<typeof BandsSchema>;
export type Band = v.InferOutput<typeof BandSchema>;
export type PatientGroup = v.InferOutput<typeof GroupSchema>;
export type NormSet = v.InferOutput<typeof NormSetSchema>;
export type NormTable = v.InferOutput<typeof NormTableSchema>;
