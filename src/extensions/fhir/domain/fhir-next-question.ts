import * as v from 'valibot';
import {
  answerForm,
  isOptional,
  isQuestion,
  reasonsOf,
  type Answer,
  type OptionValue,
} from '../../../domain/answer-types.ts';
import { checkAnswers } from '../../../domain/answers.ts';
import {
  canonicalOf,
  displayItem,
  linkedInstrument,
  questionnaireHead,
  questionnaireItem,
} from './fhir-instrument.ts';
import { PLAIN_SYSTEMS } from './fhir-questionnaire-options.ts';
import { ABSENT, ABSENT_CODES, Text, TypedValues, typedValueOf } from './fhir-questionnaire-response.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import type { Instrument, InstrumentItem, InstrumentOption } from '../../../domain/instrument-schema.ts';
import { currentPage, type PageItem } from '../../../domain/survey-flow.ts';
import type { StoredPage, SurveyPlan } from '../../../domain/survey-plan.ts';

// Questionnaire/$next-question of FHIR R4 SDC: the flow of the survey for a clinic's own client. All that it knows comes with
// the call, so the server keeps nothing.

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/';
const SESSIONS = 'urn:resonanz:adaptive-session';
/** More answers than any instrument asks for. */
const MOST_ITEMS = 500;

const GivenSchema = v.looseObject({
  valueCoding: v.optional(v.looseObject({ system: v.optional(Text), code: v.optional(Text) })),
  valueBoolean: v.optional(v.boolean()),
  ...TypedValues.entries,
  extension: v.optional(v.array(v.looseObject({ url: Text, valueCode: v.optional(Text) }))),
});
const ItemSchema = v.looseObject({
  linkId: Text,
  answer: v.optional(v.array(GivenSchema), []),
});
const ContainedSchema = v.looseObject({
  resourceType: v.literal('Questionnaire'),
  derivedFrom: v.pipe(v.array(Text), v.minLength(1)),
  item: v.optional(v.array(v.looseObject({ linkId: Text })), []),
});
const Profiled = v.optional(v.looseObject({}), {});

/** A QuestionnaireResponse that contains the Questionnaire of the questions so far. */
export const AdaptiveResponseSchema = v.looseObject({
  resourceType: v.literal('QuestionnaireResponse'),
  meta: Profiled,
  identifier: v.optional(
    v.looseObject({ value: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))) }),
  ),
  contained: v.strictTuple([ContainedSchema]),
  item: v.optional(v.pipe(v.array(ItemSchema), v.maxLength(MOST_ITEMS)), []),
  authored: v.optional(Text),
});
export type AdaptiveResponse = v.InferOutput<typeof AdaptiveResponseSchema>;
type Given = v.InferOutput<typeof GivenSchema>;

/** What a call may not know by itself: a new name for a new test, the moment, and the help after an answer that shows danger. */
export type NextQuestionContext = {
  readonly instrument: Instrument;
  readonly newSession: string;
  readonly now: string;
  readonly help: string;
};

export type NextQuestion =
  | { readonly kind: 'next'; readonly response: Record<string, unknown> }
  | { readonly kind: 'refused'; readonly message: string };

/** The response with the next question in its Questionnaire; `completed` where none is left. Depends on its arguments alone. */
export function nextQuestion(response: AdaptiveResponse, context: NextQuestionContext): NextQuestion {
  const linked = linkedInstrument(context.instrument);
  if (!linked) return { kind: 'refused', message: 'The instrument has no question for another client.' };
  const session = response.identifier?.value ?? context.newSession;
  const walked = walk(linked, response, session);
  if ('message' in walked) return { kind: 'refused', message: walked.message };
  const { asked, isComplete } = walked;
  return { kind: 'next', response: answered(response, linked, { ...context, session, asked, isComplete }) };
}

type Walked =
  | { readonly asked: readonly PageItem[]; readonly isComplete: boolean }
  | { readonly message: string };

/** Goes through the survey as the answers do, to the first page that is not answered. */
function walk(linked: Instrument, response: AdaptiveResponse, seed: string): Walked {
  const plan: SurveyPlan = {
    seed,
    protocol_version: '',
    // The client asks for this instrument alone, so its condition on others has no meaning.
    instruments: [{ ...linked, show_if: undefined }],
    context: { window_type: 'PRE' },
  };
  const given = givenById(linked, response);
  if ('message' in given) return given;
  const shown = new Set(response.contained[0].item.map(({ linkId }) => linkId));
  const pages: StoredPage[] = [];
  const asked: PageItem[] = [];
  for (let page = currentPage(plan, pages); page; page = currentPage(plan, pages)) {
    asked.push(...page.items);
    if (isOpen(page.items, given.values, shown)) return finished(asked, given.values, false);
    const checked = checkAnswers(
      page.items,
      page.items.map((item) => answerOf(item, given.values)),
    );
    const [wrong] = checked.errors;
    if (wrong) return { message: `The answer to "${wrong.id}" is not valid: ${wrong.code}.` };
    pages.push({ number: page.number, answers: checked.answers });
  }
  return finished(asked, given.values, true);
}

type Values = ReadonlyMap<string, Pick<Answer, 'value' | 'label'>>;

/** Answers that the survey did not ask for belong to another test, another version or another order. */
function finished(asked: readonly PageItem[], values: Values, isComplete: boolean): Walked {
  const ids = new Set(asked.map(({ id }) => id));
  const strange = [...values.keys()].find((id) => !ids.has(id));
  if (strange === undefined) return { asked, isComplete };
  return { message: `The question "${strange}" does not follow from the answers before it.` };
}

/** Is a question of the page still to be answered? One that may stay empty is, until the client has shown it. */
function isOpen(items: readonly PageItem[], values: Values, shown: ReadonlySet<string>): boolean {
  return items.some(({ id, type }) => {
    if (!isQuestion(type) || values.has(id)) return false;
    return !isOptional(type) || !shown.has(id);
  });
}

function answerOf({ id }: PageItem, values: Values): Answer {
  return { id, ...(values.get(id) ?? { value: '', label: '' }), time_taken: 0, optionalQuestion: false };
}

function givenById(linked: Instrument, { item }: AdaptiveResponse): { values: Values } | { message: string } {
  const items = new Map(instrumentItems(linked).map((one) => [one.link_id ?? one.id, one]));
  const values = new Map<string, Pick<Answer, 'value' | 'label'>>();
  for (const { linkId, answer } of item) {
    if (answer.length === 0) continue;
    const asked = items.get(linkId);
    const value = asked && valueOf(asked, answer);
    if (!asked || !value) return { message: `The answer to "${linkId}" is none of the instrument.` };
    if (values.has(asked.id)) return { message: `"${linkId}" is answered twice.` };
    values.set(asked.id, value);
  }
  return { values };
}

function valueOf(item: InstrumentItem, given: readonly Given[]): Pick<Answer, 'value' | 'label'> | undefined {
  const [first] = given;
  const absent = first?.extension?.find(({ url }) => url === ABSENT)?.valueCode;
  const reason = reasonsOf(item).find((one) => ABSENT_CODES[one] === absent);
  if (reason) return { value: reason, label: '' };
  const form = answerForm(item.type);
  if (form === 'option' || form === 'options') {
    const chosen = given.map((one) => item.options.find((option) => isAnswer(option, one)));
    const options = chosen.filter((option) => option !== undefined);
    if (options.length < given.length) return undefined;
    const [one] = options;
    if (form === 'option')
      return options.length === 1 ? one && { value: one.value, label: one.label } : undefined;
    return {
      value: options.map(({ value }): OptionValue => value),
      label: options.map(({ label }) => label),
    };
  }
  const value = first && typedValueOf(first);
  return value === undefined || given.length > 1 ? undefined : { value, label: String(value) };
}

function isAnswer({ codes, id }: InstrumentOption, given: Given): boolean {
  const { system, code } = codes?.[0] ?? { system: undefined, code: id };
  if (system === PLAIN_SYSTEMS.boolean) return String(given.valueBoolean) === code;
  if (system === PLAIN_SYSTEMS.integer) return String(given.valueInteger) === code;
  if (system === PLAIN_SYSTEMS.string) return given.valueString === code;
  return given.valueCoding?.code === code && given.valueCoding.system === system;
}

type Result = NextQuestionContext & {
  readonly session: string;
  readonly asked: readonly PageItem[];
  readonly isComplete: boolean;
};

function answered(response: AdaptiveResponse, linked: Instrument, result: Result): Record<string, unknown> {
  const { session, now, isComplete } = result;
  const questionnaire = {
    resourceType: 'Questionnaire',
    id: 'questions',
    meta: { profile: [`${SDC}sdc-questionnaire-adapt`] },
    ...questionnaireHead(linked),
    extension: [{ url: `${SDC}sdc-questionnaire-questionnaireAdaptive`, valueBoolean: true }],
    derivedFrom: [canonicalOf(linked)],
    item: itemsOf(linked, result),
  };
  const { item, ...rest } = response;
  return {
    ...rest,
    meta: { ...response.meta, profile: [`${SDC}sdc-questionnaireresponse-adapt`] },
    identifier: { system: SESSIONS, ...response.identifier, value: session },
    contained: [questionnaire],
    questionnaire: '#questions',
    status: isComplete ? 'completed' : 'in-progress',
    authored: response.authored ?? now,
    ...(item.length > 0 && { item }),
  };
}

/** The questions so far and the next ones, each dimension after its text. A page of help is a text in its place. */
function itemsOf(linked: Instrument, { asked, help }: Result) {
  const items = new Map(
    linked.dimensions.flatMap((dimension) =>
      dimension.items.map((item) => [item.id, { item, dimension }] as const),
    ),
  );
  const introduced = new Set<string>();
  return asked.flatMap(({ id, type }) => {
    const found = items.get(id);
    if (!found) return [displayItem(id, help)];
    const { item, dimension } = found;
    const question = questionnaireItem(item, isQuestion(type) && !isOptional(type));
    if (introduced.has(dimension.id) || dimension.paragraph === '') return [question];
    introduced.add(dimension.id);
    return [displayItem(`text.${dimension.id}`, dimension.paragraph), question];
  });
}
