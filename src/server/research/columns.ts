import type { CsvValue } from '../../domain/csv-export.ts';
import type { CodedValue, Variable } from '../../domain/research-variables.ts';
import {
  researchColumnText,
  researchMissingText,
  researchValueText,
  type ResearchColumn,
} from '../../text/research-export.ts';

/** The item or scale in a column, and the versions of its instrument. */
export type Origin = {
  readonly instrument: string;
  readonly versions: readonly string[];
  readonly item: string;
};

/** A column of a file: its entry in the codebook, and its value in a row. */
export type Column<Row> = Variable & {
  /** Values that stand for a missing answer. */
  readonly codes?: readonly CodedValue[];
  /** The reason for an empty cell, for the codebook. */
  readonly missing: string;
  readonly origin?: Origin;
  readonly read: (row: Row) => CsvValue;
};

/** A file of the export. */
export type Table<Row> = {
  readonly file: string;
  readonly title: string;
  readonly columns: readonly Column<Row>[];
};

/** The parts of a file that the codebook and the import scripts need. */
export type TableShape = Pick<Table<never>, 'file' | 'title'> & {
  readonly columns: readonly Omit<Column<never>, 'read'>[];
};

/** The level of measurement: names, ordered categories, or numbers with a unit. */
export function levelOf({ form, values, codes }: Pick<Column<never>, 'form' | 'values' | 'codes'>) {
  if (form === 'text') return 'nominal';
  if (values.length === 0) return 'scale';
  return codes && values.length > 2 ? 'ordinal' : 'nominal';
}

type More = {
  values?: readonly CodedValue[];
  missing?: keyof typeof researchMissingText & ('never' | 'empty');
};

/** Makes a column with its texts for the codebook. */
export function column<Row>(
  name: ResearchColumn,
  form: Variable['form'],
  read: (row: Row) => CsvValue,
  { values = [], missing = 'never' }: More = {},
): Column<Row> {
  const label = researchColumnText[name];
  return { name, label, form, values, missing: researchMissingText[missing], read };
}

export const yesNo: readonly CodedValue[] = [
  { value: 0, label: researchValueText.no },
  { value: 1, label: researchValueText.yes },
];

/** Turns a table of German words into values with labels. */
export function valuesOf(words: Readonly<Record<string, string>>): readonly CodedValue[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

/** Joins several values into one cell. */
export const joined = (values: readonly (string | number)[]) => values.join('|');
