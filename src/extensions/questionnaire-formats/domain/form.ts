import type { InstrumentItem } from '../../../domain/instrument-schema.ts';

// What the readers of all formats give. Items are those of the instrument format, so a form has no model of its own.

/** `place` is a question, a column or a property by its name in the form. */
export type FormMistake = { readonly line: number; readonly place: string; readonly message: string };

/** Something of the form that the instrument does not have. */
export type Lost = { readonly name: string; readonly place: string };

export type FormQuestion = {
  /** The name in the form. */
  readonly name: string;
  readonly line: number;
  readonly item: InstrumentItem;
  /** The text above this question and its neighbours. */
  readonly stem: string;
  /** Questions of different pages are not shown together. */
  readonly page: number;
  /** The condition as the form writes it: all of these must hold. */
  readonly logic: readonly string[];
};

export type FormScale = {
  readonly title: string;
  readonly items: readonly string[];
  readonly reversed: readonly string[];
};

export type ReadForm = {
  readonly title: string | undefined;
  /** A text above every page. */
  readonly paragraph?: string;
  readonly questions: readonly FormQuestion[];
  readonly scales: readonly FormScale[];
  readonly lost: readonly Lost[];
  readonly notes: readonly string[];
  readonly mistakes: readonly FormMistake[];
};

/** The item id of a question: unique over instruments, because it begins with that of its own. */
export function itemId(form: string, name: string): string {
  return name.startsWith(form) ? name : `${form}-${name}`;
}
