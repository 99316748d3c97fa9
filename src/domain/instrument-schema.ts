import * as v from 'valibot';
import { WINDOW_TYPES } from './window-types.ts';
import { ITEM_TYPE_NAMES } from './answer-types.ts';
import { MAX_INTEGER } from './answers.ts';
import { ConditionSchema, ItemConditionSchema } from './conditions.ts';
import { CRISIS_KINDS, CRISIS_LEVELS, type CrisisKind } from './crisis.ts';
import { AdaptiveSchema } from './instrument-adaptive-schema.ts';
import { NormSetSchema, NormTableSchema, ScaleSchema } from './instrument-scale-schema.ts';
import { CodingSchema, Finite, ItemId, Key, Positive, Text } from './instrument-values.ts';
import { SectionSchema } from './sections.ts';

export type { Coding } from './instrument-values.ts';
export type {
  Band,
  Bands,
  ClassicalScale,
  FormulaScale,
  NormSet,
  NormTable,
  PatientGroup,
  Scale,
  ScaleOf,
} from './instrument-scale-schema.ts';

// The instrument format, version 1: docs/instruments.md explains every field. Objects are strict, so that a misspelt key is
// a mistake and not a setting without effect.

const Version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/, 'must be a version like 1.0.0'));
const TextOrEmpty = v.optional(v.pipe(v.string(), v.maxLength(5000)), '');

const OptionSchema = v.strictObject({
  id: ItemId,
  label: Text,
  value: v.union(
    [Finite, v.pipe(v.string(), v.minLength(1), v.maxLength(200))],
    'must be a number or a text',
  ),
  /** What a ticked box counts in scores. */
  points: v.optional(Finite),
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
  /** The patient may say that the question is not about them. */
  not_applicable: v.optional(v.boolean()),
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
        /** One stem, rows with the same answers. */
        layout: v.optional(v.literal('matrix', 'must be matrix')),
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
  section: v.optional(SectionSchema),
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
  norm_tables: v.optional(v.array(NormTableSchema)),
  scales: v.optional(v.array(ScaleSchema), []),
  /** Missing only in versions that were stored before each file had to decide it. */
  crisis: v.optional(v.array(CrisisRuleSchema)),
  /** The person who read every question and answer, and found none that asks for danger beyond the rules. */
  crisis_decided_by: v.optional(Text),
  /** Pairs of items whose high answers exclude each other, for response quality. */
  opposites: v.optional(v.array(v.strictTuple([ItemId, ItemId])), []),
});

export type InstrumentFile = v.InferOutput<typeof InstrumentFileSchema>;
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
export type CrisisRule = v.InferOutput<typeof CrisisRuleSchema> & { readonly kind: CrisisKind };
export type Instrument = Omit<InstrumentFile, 'dimensions' | 'crisis'> & {
  readonly dimensions: readonly Dimension[];
  readonly crisis: readonly CrisisRule[];
};
