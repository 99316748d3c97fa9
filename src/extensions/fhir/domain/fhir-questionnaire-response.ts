import * as v from 'valibot';
import {
  answerForm,
  reasonIn,
  type Answer,
  type AnswerForm,
  type Reason,
} from '../../../domain/answer-types.ts';
import { PLAIN_SYSTEMS } from './fhir-questionnaire-options.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import type { Coding, Instrument, InstrumentItem } from '../../../domain/instrument-schema.ts';
import type { ScaleScore } from '../../../domain/scoring-scales.ts';

/** A text that a client sends. */
export const Text = v.pipe(v.string(), v.maxLength(20_000));

/** The fields of FHIR that hold what a person types: a client's answers are read from these and from no others. */
export const TypedValues = v.partial(
  v.object({
    valueInteger: v.number(),
    valueDecimal: v.number(),
    valueDate: Text,
    valueString: Text,
  }),
);
type TypedValues = v.InferOutput<typeof TypedValues>;
type TypedAnswer = {
  [Field in keyof TypedValues]-?: { readonly [One in Field]: NonNullable<TypedValues[Field]> };
}[keyof TypedValues];

/** What was typed; undefined where the answer holds none of the fields above. */
export function typedValueOf(answer: TypedValues): string | number | undefined {
  const fields = Object.keys(TypedValues.entries) as (keyof TypedValues)[];
  return fields.map((field) => answer[field]).find((value) => value !== undefined);
}

export type ResponseAnswer =
  | { readonly valueCoding: Coding }
  | { readonly valueBoolean: boolean }
  | TypedAnswer
  /** The reason in place of an answer. */
  | { readonly extension: readonly [{ readonly url: string; readonly valueCode: string }] }
  | { readonly valueQuantity: { value: number; unit: string; system: string; code: string } };

export type ResponseItem = {
  readonly linkId: string;
  readonly text?: string;
  readonly answer?: readonly ResponseAnswer[];
  readonly item?: readonly ResponseItem[];
};

const UCUM = 'http://unitsofmeasure.org';
const SCORE_UNIT = '{score}';

export const ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
export const ABSENT_CODES = {
  declined: 'asked-declined',
  not_applicable: 'not-applicable',
} as const satisfies Record<Reason, string>;

const answersByForm = {
  none: () => [],
  option: (answer, item) => chosenOptions(answer, item),
  options: (answer, item) => chosenOptions(answer, item),
  range: ({ value }) => [{ valueInteger: Number(value) }],
  integer: ({ value }) => [{ valueInteger: Number(value) }],
  decimal: ({ value }) => [{ valueDecimal: Number(value) }],
  date: ({ value }) => [{ valueDate: String(value) }],
  text: ({ value }) => [{ valueString: String(value) }],
  email: () => [],
} satisfies Record<AnswerForm, (answer: Answer, item: InstrumentItem) => readonly ResponseAnswer[]>;

/**
 * The `item` list of a FHIR R4 QuestionnaireResponse: the answers to one instrument and the scores that have a linkId.
 * An imported instrument uses the linkIds, groups and codes of its Questionnaire, our own instruments use their item ids.
 * E-mail addresses and items without an answer are left out.
 */
export function responseItems(
  instrument: Instrument,
  answers: readonly Answer[],
  scores: readonly Pick<ScaleScore, 'instrument_id' | 'scale' | 'raw'>[],
): readonly ResponseItem[] {
  const answered = instrumentItems(instrument).flatMap((item) => {
    const list = answersTo(
      item,
      answers.find(({ id }) => id === item.id),
    );
    if (list.length === 0) return [];
    return [
      {
        groups: item.link_groups ?? [],
        leaf: { linkId: item.link_id ?? item.id, text: item.content, answer: list },
      },
    ];
  });
  return [...nested(answered), ...scoreItems(instrument, scores)];
}

function answersTo(item: InstrumentItem, answer: Answer | undefined): readonly ResponseAnswer[] {
  if (answer === undefined || answer.value === '') return [];
  const reason = reasonIn(item, answer.value);
  if (reason) return [{ extension: [{ url: ABSENT, valueCode: ABSENT_CODES[reason] }] }];
  return answersByForm[answerForm(item.type)](answer, item);
}

type Placed = { readonly groups: readonly string[]; readonly leaf: ResponseItem };

/** Puts leaves into their groups. The leaves of one group must be adjacent. */
function nested(placed: readonly Placed[]): readonly ResponseItem[] {
  const heads = [...new Set(placed.map(({ groups, leaf }) => groups[0] ?? leaf.linkId))];
  return heads.flatMap((linkId) => {
    const own = placed.filter(({ groups, leaf }) => (groups[0] ?? leaf.linkId) === linkId);
    if (own[0]?.groups.length === 0) return own.map(({ leaf }) => leaf);
    return [{ linkId, item: nested(own.map(({ groups, leaf }) => ({ groups: groups.slice(1), leaf }))) }];
  });
}

function chosenOptions({ value }: Answer, item: InstrumentItem): readonly ResponseAnswer[] {
  const values = Array.isArray(value) ? value : [value];
  const chosen = item.options.filter((option) => values.includes(option.value));
  return chosen.map((option) => chosenOption(option.codes?.[0] ?? { code: option.id }, option.label));
}

function chosenOption(coding: Coding, label: string): ResponseAnswer {
  switch (coding.system) {
    case PLAIN_SYSTEMS.boolean:
      return { valueBoolean: coding.code === 'true' };
    case PLAIN_SYSTEMS.integer:
      return { valueInteger: Number(coding.code) };
    case PLAIN_SYSTEMS.string:
      return { valueString: coding.code };
    default:
      return { valueCoding: { ...coding, display: label } };
  }
}

function scoreItems(
  instrument: Instrument,
  scores: readonly Pick<ScaleScore, 'instrument_id' | 'scale' | 'raw'>[],
): readonly ResponseItem[] {
  return instrument.scales.flatMap(({ key, title, link_id: linkId }) => {
    const score = scores.find((one) => one.instrument_id === instrument.id && one.scale === key);
    if (linkId === undefined || score?.raw == null) return [];
    const valueQuantity = { value: score.raw, unit: SCORE_UNIT, system: UCUM, code: SCORE_UNIT };
    return [{ linkId, text: title, answer: [{ valueQuantity }] }];
  });
}
