import type { CsvValue } from '../../domain/csv-export.ts';
import type { CodedValue, Variable } from '../../domain/research-variables.ts';
import {
  researchColumnText,
  researchMissingText,
  researchValueText,
  type ResearchColumn,
} from '../../text/research-export.ts';

/** Which item or scale of which instrument versions a column holds. */
export type Origin = {
  readonly instrument: string;
  readonly versions: readonly string[];
  readonly item: string;
};

/** A column of a file: its entry in the codebook, and its value in a row. */
export type Column<Row> = Variable & {
  /** When it is empty. */
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

/** A file as far as codebook and import scripts need it. */
export type TableShape = Pick<Table<never>, 'file' | 'title'> & {
  readonly columns: readonly Omit<Column<never>, 'read'>[];
};

type More = {
  values?: readonly CodedValue[];
  missing?: keyof typeof researchMissingText & ('never' | 'empty');
};

/** A column with the wording of the codebook. */
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

/** The entries of a table of words as values with labels. */
export function valuesOf(words: Readonly<Record<string, string>>): readonly CodedValue[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

/** Several values in one cell. */
export const joined = (values: readonly (string | number)[]) => values.join('|');
