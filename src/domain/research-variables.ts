import { answerForm, type Answer, type AnswerForm } from './answer-types.ts';
import { canonicalJson } from './canonical-json.ts';
import { instrumentItems } from './instrument-items.ts';
import type { Instrument, InstrumentItem, Scale } from './instrument-schema.ts';

export type CodedValue = { readonly value: string | number; readonly label: string };

/** A column of research data, as the codebook describes it. */
export type Variable = {
  /** A letter, then letters, digits and underscores, which R and SPSS both accept. */
  readonly name: string;
  readonly label: string;
  readonly form: 'text' | 'integer' | 'decimal' | 'date';
  /** The values with labels; empty if values need no label. */
  readonly values: readonly CodedValue[];
};

/** A column with answers to an item. A checkbox has one column for each option. */
export type ItemVariable = Variable & {
  readonly read: (answer: Pick<Answer, 'value'>) => string | number | null;
};

/** One version of an instrument. */
type Version = { readonly id: string; readonly version: string };

/** An item in the data: its name and columns. An item without a question or for an e-mail address has no columns. */
export type ItemColumns = {
  readonly name: string;
  readonly item: InstrumentItem;
  readonly variables: readonly ItemVariable[];
};
export type FindItem = (instrument: Version, item: string) => ItemColumns | undefined;

// SPSS allows 64 bytes. This leaves room for a suffix that makes a name unique.
const LONGEST = 40;
// Words that SPSS reserves in upper and lower case, and words that R reserves.
const RESERVED = new Set(
  (
    'all and by eq ge gt le lt ne not or to with ' +
    'if else repeat while function for next break true false null inf nan na in'
  ).split(' '),
);

/** Converts a text into a variable name of small letters, digits and underscores. */
export function variableName(text: string): string {
  const clean = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const safe = /^[a-z]/.test(clean) && !RESERVED.has(clean) ? clean : `v_${clean}`;
  return safe.slice(0, LONGEST).replace(/_+$/, '');
}

/** Returns an unused name. A used name gets a number. */
export function namer(taken: Iterable<string> = []): (text: string) => string {
  const given = new Set(taken);
  return (text) => {
    const name = variableName(text);
    const free = [name, ...numbered(name, given.size + 2)].find((one) => !given.has(one)) ?? name;
    given.add(free);
    return free;
  };
}

function numbered(name: string, most: number): string[] {
  return Array.from({ length: most }, (_, index) => `${name}_${index + 2}`);
}

/**
 * The columns of the items of all given instruments. An item that is equal in two versions is one variable. A changed item
 * is a new variable with its version in the name. Names depend on the order of the instruments, so sort them first.
 */
export function itemColumns(
  instruments: readonly Instrument[],
  nameOf: (text: string) => string,
  words: CheckedWords,
): FindItem {
  const found = new Map<string, ItemColumns>();
  const known = new Map<string, ItemColumns>();
  for (const { id, version, dimensions } of instruments) {
    for (const item of instrumentItems({ dimensions })) {
      const key = `${id}|${item.id}`;
      const meaning = `${key}|${canonicalJson([item.type, item.content, item.options])}`;
      const stem = known.has(key) ? `${item.id}_v${version}` : item.id;
      const columns = known.get(meaning) ?? columnsOf(item, nameOf(stem), nameOf, words);
      known.set(meaning, columns).set(key, columns);
      found.set(`${id}|${version}|${item.id}`, columns);
    }
  }
  return ({ id, version }, item) => found.get(`${id}|${version}|${item}`);
}

/** The labels of a chosen and an unchosen option of a checkbox. */
export type CheckedWords = { readonly chosen: string; readonly notChosen: string };

type Build = (
  item: InstrumentItem,
  name: string,
  nameOf: (text: string) => string,
  words: CheckedWords,
) => readonly ItemVariable[];

const builders = {
  none: () => [],
  email: () => [],
  text: plain('text'),
  date: plain('date'),
  integer: plain('integer'),
  range: rangeVariable,
  decimal: plain('decimal'),
  option: (item, name) => [
    { name, label: item.content, form: formOf(item), values: codedValues(item), read: single },
  ],
  options: checkboxVariables,
} satisfies Record<AnswerForm, Build>;

function columnsOf(
  item: InstrumentItem,
  name: string,
  ...rest: [Parameters<Build>[2], CheckedWords]
): ItemColumns {
  return { name, item, variables: builders[answerForm(item.type)](item, name, ...rest) };
}

function plain(form: Variable['form']): Build {
  return (item, name) => [{ name, label: item.content, form, values: [], read: single }];
}

/** The words at the ends of a slider are part of the question. */
function rangeVariable(item: InstrumentItem, name: string): readonly ItemVariable[] {
  const ends = item.options.map(({ value, label }) => `${value} = ${label}`);
  const label = ends.length > 0 ? `${item.content} (${ends.join('; ')})` : item.content;
  return [{ name, label, form: 'integer', values: [], read: single }];
}

function single({ value }: Pick<Answer, 'value'>): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value === '' ? null : value;
  return null;
}

function checkboxVariables(
  item: InstrumentItem,
  name: string,
  nameOf: (text: string) => string,
  words: CheckedWords,
): readonly ItemVariable[] {
  return item.options.map((option) => ({
    name: nameOf(`${name}_${option.id}`),
    label: `${item.content} – ${option.label}`,
    form: 'integer',
    values: [
      { value: 0, label: words.notChosen },
      { value: 1, label: words.chosen },
    ],
    read: ({ value }) => ((Array.isArray(value) ? value : [value]).includes(option.value) ? 1 : 0),
  }));
}

/** Whole numbers, numbers or texts, depending on the values of the options. */
function formOf({ options }: InstrumentItem): Variable['form'] {
  if (options.some(({ value }) => typeof value === 'string')) return 'text';
  return options.every(({ value }) => Number.isInteger(value)) ? 'integer' : 'decimal';
}

function codedValues({ options }: InstrumentItem): readonly CodedValue[] {
  return options.map(({ value, label }) => ({ value, label }));
}

/** The severity bands of a scale as values with labels. */
export function bandValues({ bands }: Pick<Scale, 'bands'>): readonly CodedValue[] {
  return (bands?.list ?? []).map(({ key, label }) => ({ value: key, label }));
}

/** Both lists. A value with two labels keeps the label of the first list. */
export function mergeValues(one: readonly CodedValue[], other: readonly CodedValue[]): readonly CodedValue[] {
  return [...one, ...other.filter(({ value }) => !one.some((known) => known.value === value))];
}
