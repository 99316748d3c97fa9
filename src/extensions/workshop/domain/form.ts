import { hasOptions, isItemType, isQuestion, type ItemType } from '../../../domain/answer-types.ts';
import { ownValue } from '../../../domain/own-value.ts';
import { isUndecided } from '../../../domain/undecided.ts';

// An instrument file as a draft holds it: a number may still be text as it was typed, and a text may be undecided. Keys that are not
// named here are kept as they are.

export type Typed = number | string;

export type FormOption = {
  readonly id: string;
  readonly label: string;
  readonly value: Typed;
  readonly points?: Typed;
};

export type FormItem = {
  readonly id: string;
  readonly type: ItemType;
  readonly content: string;
  /** The name of an option set, or options of its own. */
  readonly options?: string | readonly FormOption[];
  readonly min?: Typed;
  readonly max?: Typed;
  readonly declinable?: boolean;
  readonly not_applicable?: boolean;
};

export type FormPage = {
  readonly connector?: string;
  /** One stem, rows with the same answers. */
  readonly layout?: 'matrix' | undefined;
  readonly items: readonly string[];
};

export type FormDimension = {
  readonly id: string;
  readonly form: 'fixed' | 'adaptive';
  readonly title?: string;
  readonly paragraph?: string;
  readonly connector?: string;
  readonly pages?: readonly FormPage[];
  readonly items: readonly FormItem[];
};

export type FormBand = {
  readonly key: string;
  readonly from: Typed | null;
  readonly label: string;
  readonly clinician: string;
  readonly patient: string;
  readonly condition_severity?: string | undefined;
};
export type FormBands = {
  readonly metric: 't' | 'raw';
  readonly source: string;
  readonly condition_severity?: 'on' | 'off';
  readonly list: readonly FormBand[];
};

export type FormScale = {
  readonly key: string;
  readonly title: string;
  readonly patient_title?: string;
  readonly method: string;
  readonly items?: readonly string[];
  readonly reversed?: readonly string[];
  readonly missing?: { readonly type: string; readonly value?: Typed };
  readonly factor?: Typed;
  readonly formula?: string;
  readonly range?: readonly [Typed, Typed];
  readonly norm_set?: string;
  readonly direction: string;
  readonly bands?: FormBands;
  readonly reliable_change?: Readonly<Record<string, unknown>>;
  readonly clinician: string;
  readonly patient: string;
};

export type Form = {
  readonly id: string;
  readonly version: string;
  readonly option_sets: Readonly<Record<string, readonly FormOption[]>>;
  readonly dimensions: readonly FormDimension[];
  readonly scales: readonly FormScale[];
  readonly [key: string]: unknown;
};

/** The instrument of a draft. The server makes drafts of these parts, whatever else is unfinished in them. */
export function formOf(instrument: Readonly<Record<string, unknown>>): Form {
  return { id: '', version: '1.0.0', option_sets: {}, dimensions: [], scales: [], ...instrument } as Form;
}

/** The wording that a form had where a person must decide how it is asked; undefined where there is none. */
export const formerWords = (value: string): string | undefined =>
  isUndecided(value) ? /: "([^]+)"$/.exec(value)?.[1] : undefined;

/** A value as a field shows it: nothing while nobody has decided it. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'number') return String(value).replace('.', ',');
  return typeof value === 'string' && !isUndecided(value) ? value : '';
}

/** What was typed into a field for a number. It stays text while it is none. */
export function typedNumber(text: string): Typed {
  const plain = text.trim().replace(',', '.').replace('\u2212', '-');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : text;
}

export const allItems = ({ dimensions }: Pick<Form, 'dimensions'>): readonly FormItem[] =>
  dimensions.flatMap(inOrder);

/** The items of a dimension in the order in which they are asked. */
export function inOrder({ pages, items }: FormDimension): readonly FormItem[] {
  const asked = (pages ?? []).flatMap((page) =>
    page.items.flatMap((id) => items.find((one) => one.id === id) ?? []),
  );
  return [...asked, ...items.filter((item) => !asked.includes(item))];
}

/** The items that ask something. */
export const questionsOf = (form: Pick<Form, 'dimensions'>): readonly FormItem[] =>
  allItems(form).filter(({ type }) => !isItemType(type) || isQuestion(type));

export function optionsOf({ options = [] }: FormItem, { option_sets }: Pick<Form, 'option_sets'>) {
  return typeof options === 'string' ? (ownValue(option_sets, options) ?? []) : options;
}

/** The questions that use an option set. */
export const usersOf = (form: Form, set: string): readonly FormItem[] =>
  allItems(form).filter(({ options }) => options === set);

export const isChoice = ({ type }: FormItem): boolean => isItemType(type) && hasOptions(type);

/** The first key with this beginning and a number that none of the others is. */
export function freeKey(beginning: string, taken: readonly string[]): string {
  for (let number = taken.length + 1; ; number += 1) {
    const key = `${beginning}-${number}`;
    if (!taken.includes(key)) return key;
  }
}
