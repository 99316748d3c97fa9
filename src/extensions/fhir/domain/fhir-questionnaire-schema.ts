import * as v from 'valibot';
import { ITEM_TYPE_NAMES } from '../../../domain/answer-types.ts';
import { NormSetSchema } from '../../../domain/instrument-scale-schema.ts';
import { CrisisRuleSchema } from '../../../domain/instrument-schema.ts';
import { SectionSchema } from '../../../domain/sections.ts';

// The parts of FHIR R4 that an instrument can be made of (hl7.org/fhir/R4/questionnaire.html, valueset.html).
// `fhir-elements.ts` says of every other one whether it is lost or refused.

export type Extension = {
  readonly url: string;
  readonly valueCode?: string | undefined;
  readonly valueString?: string | undefined;
  readonly valueMarkdown?: string | undefined;
  readonly valueDecimal?: number | undefined;
  readonly valueInteger?: number | undefined;
  readonly valueBoolean?: boolean | undefined;
  readonly valueCoding?:
    | { readonly code?: string | undefined; readonly display?: string | undefined }
    | undefined;
  readonly valueCodeableConcept?:
    | { readonly coding?: readonly { readonly code?: string | undefined }[] | undefined }
    | undefined;
  readonly extension?: readonly Extension[] | undefined;
};

const ExtensionSchema: v.GenericSchema<unknown, Extension> = v.object({
  url: v.string(),
  valueCode: v.optional(v.string()),
  valueString: v.optional(v.string()),
  valueMarkdown: v.optional(v.string()),
  valueDecimal: v.optional(v.number()),
  valueInteger: v.optional(v.number()),
  valueBoolean: v.optional(v.boolean()),
  valueCoding: v.optional(v.object({ code: v.optional(v.string()), display: v.optional(v.string()) })),
  valueCodeableConcept: v.optional(
    v.object({ coding: v.optional(v.array(v.object({ code: v.optional(v.string()) }))) }),
  ),
  extension: v.optional(v.array(v.lazy(() => ExtensionSchema))),
});

const extension = v.optional(v.array(ExtensionSchema));
const Translated = v.optional(v.object({ extension }));

const CodingSchema = v.object({
  system: v.optional(v.string()),
  code: v.string(),
  display: v.optional(v.string()),
  _display: Translated,
  extension,
});

const AnswerOptionSchema = v.object({
  valueCoding: v.optional(CodingSchema),
  valueString: v.optional(v.string()),
  valueInteger: v.optional(v.number()),
  extension,
});

const present = v.optional(v.unknown());

const itemFields = {
  linkId: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  type: v.string(),
  text: v.optional(v.string()),
  _text: Translated,
  code: v.optional(v.array(CodingSchema)),
  required: v.optional(v.boolean(), false),
  repeats: v.optional(v.boolean(), false),
  readOnly: v.optional(v.boolean(), false),
  answerValueSet: v.optional(v.string()),
  answerOption: v.optional(v.array(AnswerOptionSchema)),
  extension,
  // `fhir-enable-when.ts` reads them, and refuses by linkId what is no condition.
  enableWhen: present,
  enableBehavior: v.optional(v.string()),
};

type ItemFields = v.InferOutput<ReturnType<typeof fields>>;
export type FhirItem = ItemFields & { readonly item?: readonly FhirItem[] | undefined };

function fields() {
  return v.object(itemFields);
}

const ItemSchema: v.GenericSchema<unknown, FhirItem> = v.object({
  ...itemFields,
  item: v.optional(v.array(v.lazy(() => ItemSchema))),
});

const ConceptSchema = v.object({
  code: v.string(),
  display: v.optional(v.string()),
  designation: v.optional(v.array(v.object({ language: v.optional(v.string()), value: v.string() }))),
  extension,
});

const ContainedConceptSchema = v.object({ ...ConceptSchema.entries, system: v.optional(v.string()) });

export const ValueSetSchema = v.object({
  resourceType: v.literal('ValueSet'),
  id: v.optional(v.string()),
  url: v.optional(v.string()),
  language: v.optional(v.string()),
  compose: v.optional(
    v.object({
      include: v.array(
        v.object({
          system: v.optional(v.string()),
          concept: v.optional(v.array(ConceptSchema)),
          filter: present,
          valueSet: present,
        }),
      ),
      exclude: present,
    }),
  ),
  expansion: v.optional(v.object({ contains: v.optional(v.array(ContainedConceptSchema)) })),
});

export const QuestionnaireSchema = v.object({
  resourceType: v.literal('Questionnaire'),
  url: v.optional(v.string()),
  version: v.optional(v.string()),
  language: v.optional(v.string()),
  status: v.optional(v.string()),
  code: v.optional(v.array(CodingSchema)),
  contained: v.optional(v.array(v.unknown())),
  item: v.optional(v.array(ItemSchema), []),
});

const Text = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'));
const LinkIds = v.array(Text);

/** The facts that a Questionnaire lacks: licence, scoring and the meaning of the scores. */
export const SidecarSchema = v.strictObject({
  format: v.literal(1, 'must be 1, the only format there is'),
  /** The canonical URL of the Questionnaire that this file belongs to. It is that of the instrument if the Questionnaire has none. */
  questionnaire: v.optional(Text),
  id: Text,
  version: Text,
  status: v.picklist(['demonstration', 'draft', 'published', 'licensed']),
  licence: Text,
  source: Text,
  title: Text,
  /** The language of the import. Translations are used if it differs from the language of the Questionnaire. */
  language: v.optional(Text),
  section: v.optional(SectionSchema),
  purpose: Text,
  construction: v.optional(v.string()),
  texts: v.optional(
    v.strictObject({
      title: v.optional(v.string()),
      paragraph: v.optional(v.string()),
      connector: v.optional(v.string()),
      footer: v.optional(v.string()),
    }),
    {},
  ),
  /** Item types by linkId, for items whose FHIR type fits several of our types or none. */
  types: v.optional(v.record(Text, v.picklist(ITEM_TYPE_NAMES)), {}),
  /** Values by answer code, for codes without an ordinal value. */
  values: v.optional(v.record(Text, v.number()), {}),
  /** Labels by answer code, in place of those of the Questionnaire. */
  labels: v.optional(v.record(Text, Text), {}),
  /** Labels of yes and no for boolean items. */
  boolean_labels: v.optional(v.strictTuple([Text, Text])),
  /** The label of the answer of one's own to an open choice. */
  other_label: v.optional(Text),
  /** Names of elements and extensions that may be lost although they change what is asked. */
  not_kept: v.optional(v.array(Text), []),
  /** linkIds of items that are not asked. */
  skip: v.optional(LinkIds, []),
  pages: v.optional(v.array(v.pipe(LinkIds, v.minLength(1)))),
  norm_sets: v.optional(v.array(NormSetSchema), []),
  /** As in an instrument file, items by linkId; checked with the finished instrument. */
  scales: v.optional(v.array(v.looseObject({ key: Text, link_id: v.optional(Text) })), []),
  crisis: v.optional(v.array(v.strictObject({ ...CrisisRuleSchema.entries, item: Text }))),
  crisis_decided_by: v.optional(Text),
});

export type Questionnaire = v.InferOutput<typeof QuestionnaireSchema>;
export type ValueSet = v.InferOutput<typeof ValueSetSchema>;
export type Sidecar = v.InferOutput<typeof SidecarSchema>;
export type FhirCoding = v.InferOutput<typeof CodingSchema>;
export type AnswerOption = v.InferOutput<typeof AnswerOptionSchema>;
