import * as v from 'valibot';
import { answerForm, hasOptions } from '../../../domain/answer-types.ts';
import { clausesOf, type Clause, type Condition } from '../../../domain/conditions.ts';
import { instrumentItems } from '../../../domain/instrument-items.ts';
import type {
  Coding,
  Dimension,
  Instrument,
  InstrumentItem,
  InstrumentOption,
} from '../../../domain/instrument-schema.ts';
import type { ImportProblem, PlacedItem, ReadItem } from './fhir-questionnaire-items.ts';
import { PLAIN_SYSTEMS, type Read } from './fhir-questionnaire-options.ts';

// Conditions of our items as enableWhen of FHIR R4 (hl7.org/fhir/R4/questionnaire.html), and the other way round.

const WhenSchema = v.looseObject({
  question: v.string(),
  operator: v.picklist(['exists', '=', '!=', '>', '<', '>=', '<=']),
  answerBoolean: v.optional(v.boolean()),
  answerInteger: v.optional(v.number()),
  answerDecimal: v.optional(v.number()),
  answerString: v.optional(v.string()),
  answerCoding: v.optional(v.looseObject({ system: v.optional(v.string()), code: v.optional(v.string()) })),
});
type When = v.InferOutput<typeof WhenSchema>;

/** The elements of a Questionnaire's item that enable it. */
type Enabling = {
  readonly linkId: string;
  readonly enableWhen?: unknown;
  readonly enableBehavior?: string | undefined;
};

/** The items that a condition may name, by linkId. */
type Sources = {
  readonly items: ReadonlyMap<string, InstrumentItem>;
  /** Questions with a mistake of their own, which already stops the import. */
  readonly unread: ReadonlySet<string>;
  /** Questions that are asked only later. */
  readonly later: ReadonlySet<string>;
};

/**
 * The items with their conditions, which are those of the item and of all items around it. Adds the reasons where one cannot be
 * read; the sidecar cannot allow that loss. `inOrder` says that the questions are asked in the order of the
 * Questionnaire, `way` what a person can do about a mistake.
 */
export function withConditions(
  read: readonly ReadItem[],
  {
    asked,
    inOrder,
    way,
  }: {
    readonly asked: readonly PlacedItem[];
    readonly inOrder: boolean;
    readonly way: string;
  },
  problems: ImportProblem[],
): readonly ReadItem[] {
  // Of an open choice the choice comes first and the field for an answer of one's own last; conditions mean the choice.
  const items = new Map(read.toReversed().map(({ placed, item }) => [placed.item.linkId, item]));
  const linkIds = asked.map(({ item }) => item.linkId);
  const unread = new Set(linkIds.filter((linkId) => !items.has(linkId)));
  const conditions = new Map<PlacedItem, Condition | undefined>();
  for (const [index, placed] of asked.entries()) {
    const { item, path, above } = placed;
    const later = new Set(inOrder ? linkIds.slice(index) : []);
    const condition = readCondition([item, ...above], { items, unread, later });
    if ('value' in condition) conditions.set(placed, condition.value);
    else problems.push({ path, message: `"${item.linkId}" ${condition.complaint}.${way}` });
  }
  return read.map((one) => {
    const show_if = conditions.get(one.placed);
    return show_if ? { ...one, item: { ...one.item, show_if } } : one;
  });
}

/**
 * The condition of an item from the enableWhen of the item and of the items around it; undefined without one. The complaint
 * is an English sentence without its subject.
 */
function readCondition(chain: readonly Enabling[], sources: Sources): Read<Condition | undefined> {
  const conditions: Condition[] = [];
  for (const { enableWhen, enableBehavior } of chain) {
    if (enableWhen === undefined) continue;
    const parsed = v.safeParse(v.pipe(v.array(WhenSchema), v.minLength(1)), enableWhen);
    if (!parsed.success) return { complaint: 'has an enableWhen that is no list of FHIR R4 conditions' };
    const behavior = enableBehavior ?? (parsed.output.length === 1 ? 'all' : undefined);
    if (behavior !== 'all' && behavior !== 'any')
      return { complaint: 'has an enableWhen without an enableBehavior of "all" or "any"' };
    const clauses: Clause[] = [];
    for (const when of parsed.output) {
      if (sources.unread.has(when.question)) continue;
      const clause = readClause(when, sources);
      if ('complaint' in clause) return clause;
      clauses.push(clause.value);
    }
    conditions.push(behavior === 'any' ? { any: clauses } : { all: clauses });
  }
  const joined = joinedCondition(conditions);
  if (conditions.length > 0 && !joined)
    return {
      complaint: 'has an enableWhen with "any" below another one, which an instrument cannot express',
    };
  return { value: joined };
}

/** One condition that says the same as all of these; undefined where none does. */
function joinedCondition(conditions: readonly Condition[]): Condition | undefined {
  const [first, ...others] = conditions;
  if (others.length === 0) return first;
  const lists = conditions.map((one) => one.all ?? (one.any?.length === 1 ? one.any : undefined));
  const known = lists.filter((one) => one !== undefined);
  return known.length === lists.length ? { all: known.flat() } : undefined;
}

function readClause(when: When, sources: Sources): Read<Clause> {
  const { question, operator } = when;
  const source = sources.items.get(question);
  if (!source || answerForm(source.type) === 'none')
    return { complaint: `depends on "${question}", which is not asked` };
  if (sources.later.has(question))
    return { complaint: `depends on "${question}", which is not asked before it` };
  const item = source.id;
  if (operator === 'exists') return { value: { item, answered: when.answerBoolean ?? true } };
  const refused = {
    complaint: `depends on "${question}" by an answer or operator that an instrument cannot express`,
  };
  const value = valueOf(when, source);
  if (value === undefined) return refused;
  const isTicked = answerForm(source.type) === 'options';
  if (operator === '=') return { value: { item, is: value } };
  // For ticked boxes FHIR asks whether another one is ticked.
  if (operator === '!=') return isTicked ? refused : { value: { item, is_not: value } };
  if (isTicked || typeof value !== 'number') return refused;
  if (operator === '>=') return { value: { item, at_least: value } };
  if (operator === '<=') return { value: { item, at_most: value } };
  const next = operator === '>' ? above(value, source) : below(value, source);
  if (next === undefined) return refused;
  return { value: { item, ...(operator === '>' ? { at_least: next } : { at_most: next }) } };
}

function valueOf(when: When, { type, options }: InstrumentItem): string | number | undefined {
  const form = answerForm(type);
  if (form === 'range' || form === 'integer') return when.answerInteger;
  if (form === 'decimal') return when.answerDecimal ?? when.answerInteger;
  return options.find((option) => isAnswer(option, when))?.value;
}

function isAnswer(option: InstrumentOption, when: When): boolean {
  const { system, code } = codeOf(option);
  if (system === PLAIN_SYSTEMS.boolean) return String(when.answerBoolean) === code;
  if (system === PLAIN_SYSTEMS.integer) return String(when.answerInteger) === code;
  if (system === PLAIN_SYSTEMS.string) return when.answerString === code;
  const { answerCoding: coding } = when;
  return coding?.code === code && (coding.system === undefined || coding.system === system);
}

const codeOf = ({ codes, id }: InstrumentOption): Coding => codes?.[0] ?? { code: id };
const numbersOf = ({ options }: InstrumentItem) => options.map(({ value }) => Number(value));

/** The lowest possible answer above the value. */
function above(value: number, item: InstrumentItem): number | undefined {
  if (answerForm(item.type) === 'option')
    return numbersOf(item)
      .filter((one) => one > value)
      .sort((a, b) => a - b)[0];
  return answerForm(item.type) === 'decimal' ? undefined : value + 1;
}

function below(value: number, item: InstrumentItem): number | undefined {
  if (answerForm(item.type) === 'option')
    return numbersOf(item)
      .filter((one) => one < value)
      .sort((a, b) => b - a)[0];
  return answerForm(item.type) === 'decimal' ? undefined : value - 1;
}

/** Pages of at most five items, on which no item depends on another one of its page; undefined without a condition. */
export function conditionalPages(
  items: readonly InstrumentItem[],
): readonly (readonly InstrumentItem[])[] | undefined {
  if (!items.some(({ show_if: condition }) => condition)) return undefined;
  const pages: InstrumentItem[][] = [];
  for (const one of items) {
    const page = pages.at(-1);
    const named = one.show_if ? clausesOf(one.show_if).map(({ item }) => item) : [];
    const depends = page?.some(({ id }) => named.includes(id));
    if (page && page.length < 5 && !depends) page.push(one);
    else pages.push([one]);
  }
  return pages;
}

/** What enables an item of a Questionnaire; null where FHIR cannot say it inside of one Questionnaire. */
export function enablingOf(
  item: InstrumentItem,
  dimension: Dimension,
  instrument: Instrument,
): { readonly enableWhen?: readonly object[]; readonly enableBehavior?: 'all' | 'any' } | null {
  const pages = dimension.form === 'fixed' ? (dimension.pages ?? []) : [];
  const page = pages.find(({ items }) => items.includes(item.id));
  const conditions = [instrument.show_if, page?.show_if, item.show_if].filter((one) => one !== undefined);
  if (conditions.length === 0) return {};
  const condition = joinedCondition(conditions);
  const behavior = condition?.any ? 'any' : 'all';
  const items = new Map(instrumentItems(instrument).map((one) => [one.id, one]));
  const parts = (condition ? clausesOf(condition) : []).map((clause) => {
    const source = items.get(clause.item);
    return source && whensOf(clause, source, behavior);
  });
  const known = parts.filter((part) => part !== undefined);
  if (known.length === 0 || known.length < parts.length) return null;
  const enableWhen = known.flat();
  return { enableWhen, ...(enableWhen.length > 1 && { enableBehavior: behavior }) };
}

/** FHIR has no order of codes, so a limit becomes a list of answers: one of those that fit, or none of the others. */
function whensOf(
  clause: Clause,
  source: InstrumentItem,
  behavior: 'all' | 'any',
): readonly object[] | undefined {
  const question = source.link_id ?? source.id;
  const { is, is_not, at_least, at_most, answered } = clause;
  if (answered !== undefined) return [{ question, operator: 'exists', answerBoolean: answered }];
  const when = (operator: string, value: string | number) => ({
    question,
    operator,
    ...answerIn(source, value),
  });
  if (is !== undefined) return [when('=', is)];
  const form = answerForm(source.type);
  if (is_not !== undefined) return form === 'options' ? undefined : [when('!=', is_not)];
  if (form !== 'option') return at_least === undefined ? [when('<=', at_most ?? 0)] : [when('>=', at_least)];
  const fits = (value: number) => value >= (at_least ?? -Infinity) && value <= (at_most ?? Infinity);
  const values = numbersOf(source);
  if (behavior === 'any') return values.filter(fits).map((value) => when('=', value));
  const others = values.filter((value) => !fits(value));
  if (others.length === 0) return [{ question, operator: 'exists', answerBoolean: true }];
  return others.map((value) => when('!=', value));
}

function answerIn({ type, options }: InstrumentItem, value: string | number): object {
  const option = hasOptions(type) ? options.find((one) => one.value === value) : undefined;
  if (!option) return answerForm(type) === 'decimal' ? { answerDecimal: value } : { answerInteger: value };
  const { system, code } = codeOf(option);
  if (system === PLAIN_SYSTEMS.boolean) return { answerBoolean: code === 'true' };
  if (system === PLAIN_SYSTEMS.integer) return { answerInteger: Number(code) };
  if (system === PLAIN_SYSTEMS.string) return { answerString: code };
  return { answerCoding: { ...(system !== undefined && { system }), code } };
}
