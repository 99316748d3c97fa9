import { answerForm, isOptional } from '../../../domain/answer-types.ts';
import type { Clause, Condition } from '../../../domain/conditions.ts';
import type { InstrumentItem } from '../../../domain/instrument-schema.ts';
import type { FormMistake, FormQuestion } from './form.ts';

// Conditions as REDCap ([a]='1' and [b(2)]='1'), SurveyJS ({a} = 1 and {b} contains 'x') and others write them. Only one kind of joining
// word and no nesting: an instrument has no more. What an instrument would read in another way is refused.

/** How a format writes the question in a condition: its name, and for some the box of it. */
const SOURCES = {
  redcap: String.raw`\[([a-z][a-z0-9_]*)(?:\(([^()\]]+)\))?\]`,
  limesurvey: String.raw`\b([A-Za-z][A-Za-z0-9]*)(?:_([A-Za-z0-9]+))?(?:\.NAOK)?`,
  surveyjs: String.raw`\{([^{}]+)()\}`,
  xlsform: String.raw`\$\{([^{}]+)\}(?:\[([^\]]*)\])?`,
} as const;
type LogicStyle = keyof typeof SOURCES;

const OPERATOR = String.raw`(<>|!=|<=|>=|==|=|<|>|contains\b|notempty\b|empty\b)`;
const VALUE = String.raw`('[^']*'|"[^"]*"|-?\d+(?:\.\d+)?|true\b|false\b)?`;

type Term = {
  readonly name: string;
  readonly box: string | undefined;
  readonly operator: string;
  readonly value: string | undefined;
};

type Logic = { readonly join: 'all' | 'any'; readonly terms: readonly Term[] };

/** The parts of a condition, also inside parentheses around all of it; undefined where it is more than a list with one joining word. */
function readLogic(text: string, style: LogicStyle): Logic | undefined {
  const [, inside] = /^\s*\((.*)\)\s*$/s.exec(text) ?? [];
  return readList(text, style) ?? (inside === undefined ? undefined : readLogic(inside, style));
}

function readList(text: string, style: LogicStyle): Logic | undefined {
  const pattern = `${SOURCES[style]}\\s*${OPERATOR}\\s*${VALUE}`;
  const plain = text.replaceAll(new RegExp(`\\(\\s*(${pattern})\\s*\\)`, 'gi'), '$1').trim();
  const term = new RegExp(pattern, 'iy');
  const joiner = /\s*(?:\b(and|or)\b|(&&)|(\|\|))\s*/iy;
  const terms: Term[] = [];
  const joins = new Set<'all' | 'any'>();
  for (let at = 0; ;) {
    term.lastIndex = at;
    const found = term.exec(plain);
    if (!found) return undefined;
    const [, name = '', box = '', operator = '', value] = found;
    terms.push({ name, box: box || undefined, operator: operator.toLowerCase(), value: unquoted(value) });
    if (term.lastIndex === plain.length) break;
    joiner.lastIndex = term.lastIndex;
    const word = joiner.exec(plain);
    if (!word) return undefined;
    joins.add(word[1]?.toLowerCase() === 'or' || word[3] ? 'any' : 'all');
    at = joiner.lastIndex;
  }
  const [join = 'all', other] = joins;
  return other ? undefined : { join, terms };
}

/** XLSForm asks for a box by selected(${a}, 'x'), writes true() for a value, and knows the quotation marks of text programs. */
const withoutCalls = (text: string) =>
  text
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/\b(true|false)\(\)/g, '$1')
    .replaceAll(new RegExp(String.raw`\bnot\s*\(\s*${SELECTED}\s*\)`, 'g'), '$1[$3] = 0')
    .replaceAll(new RegExp(String.raw`\b${SELECTED}`, 'g'), '$1[$3] = 1');
const SELECTED = String.raw`selected\s*\(\s*(\$\{[^{}]+\})\s*,\s*(['"])([^'"\]]+)\2\s*\)`;

const unquoted = (value: string | undefined) => value?.replace(/^(['"])(.*)\1$/s, '$2');

/** The questions with their conditions as an instrument has them. */
export function withConditions(questions: readonly FormQuestion[], style: LogicStyle) {
  const before = new Map<string, InstrumentItem>();
  const mistakes: FormMistake[] = [];
  const made: FormQuestion[] = [];
  for (const one of questions) {
    const read = conditionOf(one.logic, before, style);
    if (typeof read === 'string') mistakes.push({ line: one.line, place: one.name, message: read });
    const show_if = typeof read === 'string' ? undefined : read;
    const item = show_if ? { ...one.item, show_if } : one.item;
    before.set(one.name, item);
    made.push({ ...one, item });
  }
  return { questions: made, mistakes };
}

type Earlier = ReadonlyMap<string, InstrumentItem>;

/** The condition, undefined without one, or an English sentence without its subject. */
function conditionOf(
  logic: readonly string[],
  before: Earlier,
  style: LogicStyle,
): Condition | string | undefined {
  const conditions: Condition[] = [];
  for (const text of logic) {
    const read = readLogic(style === 'xlsform' ? withoutCalls(text) : text, style);
    if (!read) return `depends on "${text}", which an instrument cannot express`;
    const clauses: Clause[] = [];
    for (const term of read.terms) {
      const { source, term: meant } = sourceOf(term, before, style);
      if (!source) return `depends on "${term.name}", which is not asked before it`;
      // For LimeSurvey a hidden question makes the whole list false.
      const isDoubtful = style === 'limesurvey' && read.join === 'any' && source.show_if !== undefined;
      const clause = isDoubtful ? undefined : clauseOf(meant, source);
      if (!clause) return `depends on "${term.name}" in a way that an instrument cannot express: ${text}`;
      clauses.push(clause);
    }
    conditions.push(read.join === 'any' && clauses.length > 1 ? { any: clauses } : { all: clauses });
  }
  const [first, ...others] = conditions;
  if (others.length === 0) return first;
  const lists = conditions.flatMap(({ all }) => (all ? [all] : []));
  if (lists.length < conditions.length) return 'depends on a list with "or" below another condition';
  return { all: lists.flat() };
}

/**
 * LimeSurvey writes a row of a matrix as it writes a box, and "Y" for a ticked one. XLSForm asks for one of several answers as for
 * a box.
 */
function sourceOf(term: Term, before: Earlier, style: LogicStyle) {
  const source = before.get(term.name);
  if (style === 'xlsform' && term.box !== undefined && source && answerForm(source.type) === 'option') {
    const operator = term.value === '1' ? '=' : '!=';
    return { source, term: { ...term, operator, value: term.box, box: undefined } };
  }
  if (style !== 'limesurvey' || term.box === undefined) return { source, term };
  if (source) return { source, term: { ...term, value: term.value === 'Y' ? '1' : term.value } };
  return { source: before.get(`${term.name}_${term.box}`), term: { ...term, box: undefined } };
}

function clauseOf({ box, operator, value }: Term, source: InstrumentItem): Clause | undefined {
  const form = answerForm(source.type);
  const item = source.id;
  if (form === 'none') return undefined;
  const isEqual = operator === '=' || operator === '==';
  const isOther = operator === '<>' || operator === '!=';
  if (box === undefined && ((value === '' && (isEqual || isOther)) || operator.endsWith('empty')))
    return { item, answered: operator === 'notempty' || isOther };
  // A question that is not asked differs from every value there, but fulfils no comparison here.
  const isAlways = !source.show_if && !isOptional(source.type);
  if (form === 'options') return boxClause({ box, operator, value }, source, isAlways);
  if (box !== undefined || value === undefined || operator === 'contains') return undefined;
  if (form !== 'option' && form !== 'integer' && form !== 'range' && form !== 'decimal') return undefined;
  const known = valueIn(value, source);
  if (known === undefined) return undefined;
  if (isEqual) return { item, is: known };
  if (isOther) return isAlways ? { item, is_not: known } : undefined;
  return typeof known === 'number' ? limit(operator, known, source, isAlways) : undefined;
}

function boxClause(
  { box, operator, value }: Omit<Term, 'name'>,
  { id: item, options }: InstrumentItem,
  isAlways: boolean,
): Clause | undefined {
  const named = box ?? (operator === 'contains' ? value : undefined);
  const known = options.find((one) => String(one.value) === named)?.value;
  if (known === undefined) return undefined;
  if (box === undefined) return { item, is: known };
  const isEqual = operator === '=' || operator === '==';
  if (!isEqual && operator !== '<>' && operator !== '!=') return undefined;
  if (value !== '0' && value !== '1') return undefined;
  if (isEqual === (value === '1')) return { item, is: known };
  return isAlways ? { item, is_not: known } : undefined;
}

/** The value as the item has it; a limit may also lie between two answers. */
function valueIn(value: string, { type, options }: InstrumentItem): string | number | undefined {
  const plain = value === 'true' ? '1' : value === 'false' ? '0' : value;
  const number = plain.trim() === '' ? Number.NaN : Number(plain);
  if (answerForm(type) !== 'option') return Number.isNaN(number) ? undefined : number;
  return options.find((one) => String(one.value) === plain)?.value;
}

function limit(
  operator: string,
  value: number,
  { id: item, type, options }: InstrumentItem,
  isAlways: boolean,
): Clause | undefined {
  if (operator === '>=') return { item, at_least: value };
  if (!isAlways && operator !== '>') return undefined;
  if (operator === '<=') return { item, at_most: value };
  const form = answerForm(type);
  if (form === 'decimal') return undefined;
  const isAbove = operator === '>';
  const numbers = options
    .map((one) => Number(one.value))
    .filter((one) => (isAbove ? one > value : one < value));
  const next =
    form === 'option' ? (isAbove ? Math.min(...numbers) : Math.max(...numbers)) : value + (isAbove ? 1 : -1);
  if (!Number.isFinite(next)) return undefined;
  return isAbove ? { item, at_least: next } : { item, at_most: next };
}
