import { answerForm, hasOptions, type ItemType } from '../../../domain/answer-types.ts';
import {
  draftOption,
  draftRule,
  draftTexts,
  grouped,
  undecidedMistakes,
  type NotKept,
} from '../../../domain/instrument-draft.ts';
import type { InstrumentItem, InstrumentOption } from '../../../domain/instrument-schema.ts';
import type { JsonPath } from '../../../domain/json-lines.ts';
import { ownValue } from '../../../domain/own-value.ts';
import { decide } from '../../../domain/undecided.ts';
import { guess, hasGerman, headNames, type Guess } from './fhir-draft.ts';
import { mendedForm } from './fhir-mend.ts';
import { scalesOf } from './fhir-scoring.ts';
import { asR4 } from './fhir-versions.ts';
import { withConditions } from './fhir-enable-when.ts';
import { instrumentFile, itemId } from './fhir-instrument-file.ts';
import type { LostElement } from './fhir-elements.ts';
import { lostParts, notesOf } from './fhir-losses.ts';
import { repeatedSets, wholeProblems, type ImportMistake } from './fhir-questionnaire.ts';
import {
  contentIn,
  itemsOf,
  optionsIn,
  placedItems,
  readItem,
  typeIn,
  whyUnasked,
  type ImportProblem,
  type PlacedItem,
  type ReadItem,
} from './fhir-questionnaire-items.ts';
import type { ImportContext } from './fhir-questionnaire-options.ts';
import { groupProblems } from './fhir-questionnaire-pages.ts';
import type { FhirItem, Sidecar } from './fhir-questionnaire-schema.ts';

// A whole instrument file of a Questionnaire without a sidecar. What the sidecar would say, and what an instrument cannot
// express of a question, stands as "DECIDE: …" where a person must look at it.

export type DraftedQuestionnaire =
  | {
      readonly kind: 'draft';
      readonly instrument: object;
      readonly notKept: readonly NotKept[];
      readonly notes: readonly string[];
    }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly ImportMistake[] };

/** The nearest type of ours for the types of FHIR that have none of their own, and what it does not have of them. */
const NEAREST: Readonly<Record<string, readonly [ItemType, string]>> = {
  decimal: ['QUESTION_DOUBLE_POSITIVE', 'numbers below 0'],
  quantity: ['QUESTION_DOUBLE_POSITIVE', 'unit of the answer'],
  dateTime: ['QUESTION_DATE', 'time of day of the answer'],
  time: ['QUESTION_TEXT', 'check that the answer is a time'],
  url: ['QUESTION_TEXT', 'check that the answer is an address'],
};

export function draftQuestionnaire(
  given: unknown,
  valueSets: readonly unknown[],
  labels: Pick<Sidecar, 'boolean_labels' | 'other_label'>,
): DraftedQuestionnaire {
  const { form: r4, version } = asR4(given);
  const mended = mendedForm(r4);
  const guessed = guess(mended.form, valueSets, labels);
  if ('mistakes' in guessed) return { kind: 'mistakes', mistakes: guessed.mistakes };
  const { questionnaire, placed } = guessed;
  const { types, left, near } = nearestTypes(guessed);
  const sidecar = { ...guessed.context.sidecar, types, skip: [...left.keys()] };
  const context = { ...guessed.context, sidecar };
  const asked = guessed.asked.filter((one) => whyUnasked(one, context) === undefined);
  const lost = lostParts(context, { questionnaire, valueSets }, placed);
  const ids = new Map(asked.map(({ item }) => [item.linkId, itemId(item.linkId, guessed.head.id)]));
  const { read, sound, problems } = readAll(asked, ids, context);
  const conditional = withConditions(read, { asked, inOrder: true, way: '' }, problems);
  problems.push(...lost.form.flatMap(problemOf), ...groupProblems(asked, context));
  const { doubts, others } = doubtsOf(problems, asked);
  const mistakes = [
    ...[...wholeProblems(placed, asked), ...others].map((one) => ({
      ...one,
      source: 'questionnaire' as const,
    })),
    ...repeatedSets(context),
    ...lost.valueSets.flatMap((list, index) =>
      list.flatMap(problemOf).map((one) => ({ ...one, source: 'value_set' as const, index })),
    ),
  ];
  if (mistakes.length > 0) return { kind: 'mistakes', mistakes };
  const instrument = fileOf(guessed, context, { read: conditional, sound, ids, doubts });
  const wrong = undecidedMistakes(instrument).map(({ path, message }) => {
    return { path: [path], message, source: 'instrument' as const };
  });
  if (wrong.length > 0) return { kind: 'mistakes', mistakes: wrong };
  const whole = lost.whole.map(({ name, place }) => ({ name: left.get(place) ?? name, place }));
  const heads = headNames(questionnaire);
  const form = lost.form.filter(({ place, name }) => place !== 'Questionnaire' || !heads.includes(name));
  return {
    kind: 'draft',
    instrument,
    notKept: grouped([...whole, ...mended.lost, ...near, ...form, ...lost.valueSets.flat()]),
    notes: notesOf(context, read, { version, way: '' }),
  };
}

/** Our type for every item that has none of its own, and what becomes of the questions that are left out. */
function nearestTypes({ context, asked, scores }: Guess) {
  const open = asked.filter(({ item }) => typeIn(item, context) === undefined);
  const known = open.flatMap(({ item: { linkId, type } }) => {
    const nearest = ownValue(NEAREST, type);
    return nearest ? [{ linkId, type: nearest[0], loss: nearest[1] }] : [];
  });
  const types = Object.fromEntries(known.map(({ linkId, type }) => [linkId, type]));
  const unaskable = open.filter(({ item }) => types[item.linkId] === undefined);
  return {
    types,
    near: known.map(({ linkId, loss }) => ({ name: loss, place: linkId })),
    left: new Map<string, string>([
      ...scores.map(({ item }) => [item.linkId, 'question (a score)'] as const),
      ...unaskable.flatMap(({ item: { linkId, type, item = [] } }) => [
        [linkId, `question of type ${type}`] as const,
        ...placedItems(item, []).map(
          (one) => [one.item.linkId, 'question below one that is left out'] as const,
        ),
      ]),
    ]),
  };
}

const problemOf = ({ path, place, refusal }: LostElement): readonly ImportProblem[] =>
  refusal === undefined ? [] : [{ path, message: `"${place}" ${refusal}.` }];

/** All items. Where a part of one cannot be read, it holds the decision of a person. */
function readAll(asked: readonly PlacedItem[], ids: ReadonlyMap<string, string>, context: ImportContext) {
  const problems: ImportProblem[] = [];
  const sound: InstrumentItem[] = [];
  const read = asked.flatMap((placed): readonly ReadItem[] => {
    const id = ids.get(placed.item.linkId) ?? '';
    const result = readItem(placed, id, context);
    const tell = (complaint: string) =>
      problems.push({ path: placed.path, message: `"${placed.item.linkId}" ${complaint}.` });
    if ('value' in result) sound.push(...result.value);
    const items = 'value' in result ? result.value : repairedItems(placed, id, context, tell);
    return items.map((item) => ({ placed, item: { ...item, options: completeOptions(item) } }));
  });
  return { read, sound, problems };
}

/** Tells the complaint where it has no place of its own in the item. */
function repairedItems(
  placed: PlacedItem,
  id: string,
  context: ImportContext,
  tell: (complaint: string) => void,
): readonly InstrumentItem[] {
  const { item } = placed;
  const type = typeIn(item, context) ?? 'QUESTION_TEXT_OPTIONAL';
  const content = contentIn(item, context);
  const options = optionsIn(item, type, context);
  if ('complaint' in options && !hasOptions(type)) tell(options.complaint);
  const parts = {
    type,
    content: 'value' in content ? content.value : wordingOf(item, content.complaint),
    options: 'value' in options ? options.value : hasOptions(type) ? answersOf(options.complaint) : [],
  };
  const items = itemsOf(placed, id, parts, context);
  if ('value' in items) return items.value;
  tell(items.complaint);
  // Limits are said in extensions.
  const bare = itemsOf({ ...placed, item: { ...item, extension: undefined } }, id, parts, context);
  return 'value' in bare ? bare.value : [];
}

/** A choice has two answers at least, each with a value of its own. */
function completeOptions({ type, options }: InstrumentItem): readonly InstrumentOption[] {
  const numbers = options.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const free = (index: number) => Math.max(0, ...numbers.map(Math.ceil)) + 1 + index;
  const own = options.map((option, index) => {
    const first = options.find(({ id, value }) => id === option.id || value === option.value);
    return !first || first === option ? option : distinguished(option, first, free(index));
  });
  if (!hasOptions(type) || own.length >= (answerForm(type) === 'option' ? 2 : 1)) return own;
  const missing = own.length === 0 ? [0, 1] : [1];
  return [...own, ...missing.map((index) => draftOption(free(index), `; the form gives ${own.length}`))];
}

function distinguished(option: InstrumentOption, first: InstrumentOption, free: number): InstrumentOption {
  const what = `"${option.label}" has the value ${option.value} of "${first.label}"`;
  return {
    ...option,
    id: option.id === first.id ? `${option.id}-${free}` : option.id,
    value: typeof option.value === 'number' ? free : `${option.value}-${free}`,
    label: decide(`${what}: give it one of its own, or take it out`),
  };
}

const wordingOf = ({ linkId, text = '' }: FhirItem, complaint: string) =>
  decide(`the wording of "${linkId}", which ${complaint}${text === '' ? '' : ` "${text}"`}`);

const answersOf = (complaint: string) => [0, 1].map((value) => draftOption(value, `; the form ${complaint}`));

/** What a person must decide of each item, by its linkId; and problems that concern no item. */
function doubtsOf(problems: readonly ImportProblem[], asked: readonly PlacedItem[]) {
  const doubts = new Map<string, readonly string[]>();
  const others: ImportProblem[] = [];
  for (const problem of problems) {
    const found = itemAt(problem.path, asked);
    const linkId = found?.item.linkId;
    if (linkId === undefined && problem.path[0] !== 'item') others.push(problem);
    // What nobody is asked, is listed as a whole.
    else if (linkId !== undefined) doubts.set(linkId, [...(doubts.get(linkId) ?? []), problem.message]);
  }
  return { doubts, others };
}

/** The item at the path, else the first one below the group at the path. */
function itemAt(path: JsonPath, asked: readonly PlacedItem[]): PlacedItem | undefined {
  const last = path.findLastIndex((step, index) => step === 'item' && typeof path[index + 1] === 'number');
  if (last === -1) return undefined;
  const place = path.slice(0, last + 2);
  return asked.find((one) => place.every((step, index) => one.path[index] === step));
}

/** The items with the doubts in place of their words, so that a person looks at each of them. */
function doubted(read: readonly ReadItem[], doubts: ReadonlyMap<string, readonly string[]>) {
  return read.map((one): ReadItem => {
    const { link_id: linkId = '', content } = one.item;
    const said = doubts.get(linkId);
    if (!said) return one;
    const question = `${said.join(' ')} Write the question as it shall be asked, or take it out: "${content}"`;
    return { ...one, item: { ...one.item, content: decide(question) } };
  });
}

function fileOf(
  { head, ...guessed }: Guess,
  context: ImportContext,
  parts: {
    readonly read: readonly ReadItem[];
    readonly sound: readonly InstrumentItem[];
    readonly ids: ReadonlyMap<string, string>;
    readonly doubts: ReadonlyMap<string, readonly string[]>;
  },
): object {
  const { title, licence, source, purpose } = head;
  const scales = scalesOf(parts.sound, { head, ...guessed });
  const sidecar = { ...context.sidecar, title, licence, source, purpose, scales };
  const file = instrumentFile({ ...context, sidecar }, doubted(parts.read, parts.doubts), parts.ids);
  // A person still changes the questions, so they are no longer those of the published Questionnaire.
  const { canonical: _, ...kept } = file;
  const isNamed = context.questionnaire.language !== undefined || hasGerman(guessed.questionnaire);
  return {
    ...kept,
    ...(isNamed ? {} : { language: decide('the language of the questions, as de') }),
    crisis: parts.read.flatMap(({ item }) =>
      draftRule(item, item.id, 'only answers with numbers can have a rule, else take it out'),
    ),
    crisis_decided_by: draftTexts.crisisDecidedBy,
  };
}
