import * as v from 'valibot';
import { GENDERS } from './patient-record.ts';
import { CONDITION_SEVERITIES, WINDOW_TYPES } from './window-types.ts';
import { ITEM_TYPE_NAMES } from './answer-types.ts';
import { MAX_INTEGER } from './answers.ts';
import { ConditionSchema, ItemConditionSchema } from './conditions.ts';
import { CRISIS_KINDS, CRISIS_LEVELS, type CrisisKind } from './crisis.ts';
import { AdaptiveSchema } from './instrument-adaptive-schema.ts';
import { Finite, ItemId, Key, Positive } from './instrument-values.ts';

// The instrument format, version 1: docs/instruments.md explains every field. Objects are strict, so that a misspelt key is
// a mistake and not a setting without effect.

export const SECTIONS = ['dep', 'anx', 'exis', 'evos', 'eri', 'wai', 'socio', 'eq5d'] as const;

const Version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/, 'must be a version like 1.0.0'));
const Text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(5000));
const TextOrEmpty = v.optional(v.pipe(v.string(), v.maxLength(5000)), '');
const Switch = v.picklist(['on', 'off']);

const CodingSchema = v.strictObject({
  system: v.optional(Text),
  code: Text,
  display: v.optional(Text),
});

const OptionSchema = v.strictObject({
  id: ItemId,
  label: Text,
  value: v.union(
    [Finite, v.pipe(v.string(), v.minLength(1), v.maxLength(200))],
    'must be a number or a text',
  ),
  codes: v.optional(v.array(CodingSchema)),
});

const Whole = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_INTEGER));

const ItemSchema = v.strictObject({
  id: ItemId,
  type: v.picklist(ITEM_TYPE_NAMES),
  content: Text,
  /** The name of an option set, or a list. Lazy, so that a mistake inside the list is reported with its place. */
  options: v.optional(v.lazy((input) => (typeof input === 'string' ? Key : v.array(OptionSchema)))),
  /** The windows in which the item is asked; all windows if missing. */
  windows: v.optional(v.array(v.picklist(WINDOW_TYPES))),
  /** The item is asked after these earlier answers alone. */
  show_if: v.optional(ItemConditionSchema),
  /** The patient may say that they do not want to answer. */
  declinable: v.optional(v.boolean()),
  /** The answer that the patient gave last time is chosen when the question is shown. */
  preset: v.optional(v.literal('last_answer', 'must be last_answer')),
  /** The least and the greatest answer to a QUESTION_INTEGER, both included. */
  min: v.optional(Whole),
  max: v.optional(Whole),
  facet: v.optional(Key),
  a: v.optional(Positive),
  b: v.optional(v.array(Finite)),
  /** The linkId of the item in the imported FHIR Questionnaire, and the linkIds of the groups around it. */
  link_id: v.optional(Text),
  link_groups: v.optional(v.array(Text)),
  codes: v.optional(v.array(CodingSchema)),
});

const pageTexts = { title: TextOrEmpty, paragraph: TextOrEmpty, connector: TextOrEmpty, footer: TextOrEmpty };
const overridingTexts = {
  title: v.optional(v.string()),
  paragraph: v.optional(v.string()),
  connector: v.optional(v.string()),
  footer: v.optional(v.string()),
};

const FixedDimensionSchema = v.strictObject({
  id: Key,
  form: v.literal('fixed'),
  ...pageTexts,
  pages: v.optional(
    v.array(
      v.strictObject({
        ...overridingTexts,
        show_if: v.optional(ItemConditionSchema),
        items: v.pipe(v.array(ItemId), v.minLength(1)),
      }),
    ),
  ),
  items: v.pipe(v.array(ItemSchema), v.minLength(1, 'needs at least one item')),
});

const AdaptiveDimensionSchema = v.strictObject({
  id: Key,
  form: v.literal('adaptive'),
  ...pageTexts,
  model: v.picklist(['GRM', 'GPCM']),
  adaptive: AdaptiveSchema,
  items: v.pipe(v.array(ItemSchema), v.minLength(1, 'needs at least one item')),
});

const BandSchema = v.strictObject({
  key: Key,
  /** The first score of the band; the lowest band has none. */
  from: v.nullable(Finite),
  label: Text,
  condition_severity: v.optional(v.picklist(CONDITION_SEVERITIES)),
  clinician: Text,
  patient: Text,
});

const BandsSchema = v.strictObject({
  metric: v.picklist(['t', 'raw']),
  source: Text,
  /** If off, the bands are shown, but no condition_severity is derived from them. */
  condition_severity: v.optional(Switch, 'off'),
  list: v.pipe(v.array(BandSchema), v.minLength(1)),
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
  v.strictObject({ type: v.literal('max_missing'), value: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  v.strictObject({
    type: v.literal('min_valid_fraction'),
    value: v.pipe(Finite, v.minValue(0), v.maxValue(1)),
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

const ItemIds = v.pipe(v.array(ItemId), v.minLength(1));

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
  missing: v.optional(MissingSchema, { type: 'complete' }),
  crosswalks: v.optional(v.array(CrosswalkSchema), []),
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

const ScaleSchema = v.variant('method', [
  IrtScaleSchema,
  ClassicalScaleSchema,
  IndexScaleSchema,
  ValueScaleSchema,
]);

const Age = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(150));

export const NormSetSchema = v.strictObject({
  id: Key,
  title: Text,
  population: Text,
  source: Text,
  /** Mean and standard deviation of theta in the population; T = 50 + 10 (theta - mean) / sd. */
  mean: Finite,
  sd: Positive,
  /** The patients that a scale may compare with this population (`norm_groups`): all of what is not named. */
  group: v.optional(
    v.strictObject({
      genders: v.optional(v.pipe(v.array(v.picklist(GENDERS)), v.minLength(1))),
      /** First and last year of age. */
      age: v.optional(v.strictObject({ from: v.optional(Age, 0), to: v.optional(Age, 150) })),
    }),
  ),
});

export const CrisisRuleSchema = v.strictObject({
  item: ItemId,
  /** What the answer shows. Versions from before there were kinds have none: their rules are of the kind `self`. */
  kind: v.optional(v.picklist(CRISIS_KINDS)),
  /** The lowest value of the answer that fits. An item may have several rules; the gravest one that fits counts. */
  at_least: Finite,
  /** Rules of instruments from before there were levels are urgent. */
  level: v.optional(v.picklist(CRISIS_LEVELS), 'urgent'),
  clinician: Text,
});

export const InstrumentFileSchema = v.strictObject({
  format: v.literal(1, 'must be 1, the only format there is'),
  id: Key,
  version: Version,
  /** Earlier versions whose scores mean the same: courses and changes join them with this version. */
  comparable_with: v.optional(v.array(Version)),
  status: v.picklist(['demonstration', 'draft', 'published', 'licensed']),
  licence: Text,
  source: Text,
  language: v.pipe(v.string(), v.regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language like de or de-AT')),
  title: Text,
  section: v.optional(v.picklist(SECTIONS)),
  /** What a clinician sees (`answersShown`): the single answers as well, or only the scores. The page of the survey says it. */
  answers_shown: v.optional(v.picklist(['all', 'scales_only'])),
  url: v.optional(Text),
  /** The imported Questionnaire with all its questions, as a response may name it: `url|version`. */
  canonical: v.optional(Text),
  codes: v.optional(v.array(CodingSchema)),
  purpose: Text,
  construction: TextOrEmpty,
  /** The instrument is asked after these answers to instruments before it alone. */
  show_if: v.optional(ConditionSchema),
  option_sets: v.optional(v.record(Key, v.pipe(v.array(OptionSchema), v.minLength(2))), {}),
  dimensions: v.pipe(
    v.array(v.variant('form', [FixedDimensionSchema, AdaptiveDimensionSchema])),
    v.minLength(1, 'needs at least one dimension'),
  ),
  norm_sets: v.optional(v.array(NormSetSchema), []),
  scales: v.optional(v.array(ScaleSchema), []),
  /** Missing only in versions that were stored before each file had to decide it. */
  crisis: v.optional(v.array(CrisisRuleSchema)),
  /** The person who read every question and answer, and found none that asks for danger beyond the rules. */
  crisis_decided_by: v.optional(Text),
  /** Pairs of items whose high answers exclude each other, for response quality. */
  opposites: v.optional(v.array(v.strictTuple([ItemId, ItemId])), []),
});

export type InstrumentFile = v.InferOutput<typeof InstrumentFileSchema>;
export type Coding = v.InferOutput<typeof CodingSchema>;
export type InstrumentOption = v.InferOutput<typeof OptionSchema>;
type FileItem = v.InferOutput<typeof ItemSchema>;

/** An item with its option set resolved; `options` is empty if the item has none. */
export type InstrumentItem = Omit<FileItem, 'options'> & { readonly options: readonly InstrumentOption[] };
export type FixedDimension = Omit<v.InferOutput<typeof FixedDimensionSchema>, 'items'> & {
  readonly items: readonly InstrumentItem[];
};
export type AdaptiveDimension = Omit<v.InferOutput<typeof AdaptiveDimensionSchema>, 'items'> & {
  readonly items: readonly InstrumentItem[];
};
export type Dimension = FixedDimension | AdaptiveDimension;
export type Scale = v.InferOutput<typeof ScaleSchema>;
export type ScaleOf<Method extends Scale['method']> = Extract<Scale, { method: Method }>;
export type Bands = v.InferOutput<typeof BandsSchema>;
export type Band = v.InferOutput<typeof BandSchema>;
export type NormSet = v.InferOutput<typeof NormSetSchema>;
export type CrisisRule = v.InferOutput<typeof CrisisRuleSchema> & { readonly kind: CrisisKind };
export type Instrument = Omit<InstrumentFile, 'dimensions' | 'crisis'> & {
  readonly dimensions: readonly Dimension[];
  readonly crisis: readonly CrisisRule[];
};
