import type { Answer } from '../../../contract/routes.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import {
  type ConvertedCsv,
  convertCsv,
  headerProblem,
  type ImportHeadings,
  type MissingEnd,
  typedDate,
  type TypedDates,
  withEnds,
} from '../../../domain/csv-convert.ts';
import { IMPORT_COLUMNS, type ImportColumn } from '../../../domain/csv-import.ts';
import { csvLine } from '../../../domain/csv-export.ts';
import { addMonths } from '../../../domain/day-count.ts';
import type { IsoDate } from '../../../domain/iso-date.ts';
import { cellText } from '../../../text/csv-import.ts';
import { errorText } from '../../../text/errors.ts';
import { importColumnText, importHeadingText, importText as text } from '../../../text/imports.ts';
import { codeOf } from '../../api/failure.ts';

export type CsvCheck = Answer<'validateCsv'>;
export type CheckedCells = CsvCheck['patients'][number];

/** The number of rows that cannot be imported. */
export function countWrong({ patients }: CsvCheck): number {
  return patients.filter(({ items }) => items.some(({ valid }) => !valid)).length;
}

/** The rows with an error or a warning. */
export function markedRows({ patients }: CsvCheck): readonly CheckedCells[] {
  return patients.filter(({ items }) => items.some(({ message }) => message !== ''));
}

const DISCHARGE = IMPORT_COLUMNS.indexOf('discharge');

/** The number of rows without an end of the therapy. */
export function countMissingEnds({ patients }: CsvCheck): number {
  return patients.filter(({ items }) => items[DISCHARGE]?.value === '').length;
}

/** The file with these ends of therapies in place of the missing ones. */
export async function fileWithEnds(file: File, end: MissingEnd): Promise<File> {
  return new File([withEnds(await file.text(), end)], file.name, { type: 'text/csv' });
}

/** The number of rows with a date that is more than five years ahead. */
export function countFarDates({ patients }: CsvCheck): number {
  return patients.filter(({ items }) => items.some(({ message }) => message === cellText.date_far_ahead))
    .length;
}

/** The errors of a file by their cause: one for each column and message, the most frequent first, with the lines. */
export function causesOf(check: CsvCheck): readonly Cause[] {
  const causes = new Map<string, { column: ImportColumn; message: string; lines: number[] }>();
  for (const { column, message, line } of errorsOf(check)) {
    const key = `${column} ${message}`;
    const known = causes.get(key) ?? { column, message, lines: [] };
    known.lines.push(line);
    causes.set(key, known);
  }
  return [...causes.values()].toSorted((a, b) => b.lines.length - a.lines.length);
}

type Cause = {
  readonly column: ImportColumn;
  readonly message: string;
  readonly lines: readonly number[];
};

function errorsOf({ patients }: CsvCheck) {
  return patients.flatMap(({ line, items }) =>
    items.flatMap(({ value, valid, message }, place) => {
      const column = IMPORT_COLUMNS[place];
      return valid || !column ? [] : [{ line, column, value, message }];
    }),
  );
}

/** The errors of a file as a CSV file: line, column, value and message of each. */
export function errorListCsv(check: CsvCheck): string {
  const rows = errorsOf(check).map(({ line, column, value, message }) =>
    csvLine([line, importColumnText[column], value, message]),
  );
  // The mark at the start tells Excel that the file is UTF-8.
  return `\uFEFF${[csvLine(text.errorColumns), ...rows].join('\r\n')}\r\n`;
}

const fileRefusals: ReadonlySet<ErrorCode> = new Set([
  'csv_not_utf8',
  'csv_has_bom',
  'csv_wrong_format',
  'too_large',
]);

/** The sentence for an unreadable file (product 8.5: 400, 406, 415), undefined for other failures. */
export function fileRefusal(error: unknown): string | undefined {
  const code = codeOf(error);
  if (!code || !fileRefusals.has(code)) return undefined;
  return code === 'csv_wrong_format' ? `${errorText[code]} ${text.wrongFormat}` : errorText[code];
}

/** The changes of a conversion and the converted file. */
export type Conversion = Pick<Extract<ConvertedCsv, { kind: 'csv' }>, 'changes' | 'typedDates'> & {
  file: File;
};

const headings: ImportHeadings = new Map(
  IMPORT_COLUMNS.flatMap((column) =>
    [column, importColumnText[column], ...importHeadingText[column]].map(
      (heading) => [heading.toLowerCase(), column] as const,
    ),
  ),
);

/** The conversion of a refused or wrong file, null if it would change nothing, `no_text` for a workbook or a picture. */
export async function offerConversion(file: File): Promise<Conversion | 'no_text' | null> {
  const converted = await convertedCsv(file);
  if (converted.kind === 'no_text') return 'no_text';
  const { changes, typedDates, text: content } = converted;
  return changes.length === 0
    ? null
    : { changes, typedDates, file: new File([content], file.name, { type: 'text/csv' }) };
}

/** The check of a converted file. A refused date stands there as it was typed, another one as it will be stored. */
export function withTypedDates({ patients, ...check }: CsvCheck, dates: TypedDates): CsvCheck {
  return {
    ...check,
    patients: patients.map(({ line, items }) => ({
      line,
      items: items.map((cell) =>
        cell.valid ? cell : { ...cell, value: typedDate(dates, line, cell.value) },
      ),
    })),
  };
}

/** Names the columns that keep a file from being imported. Null if its first line is the header, or no header at all. */
export async function headerSentence(file: File): Promise<string | null> {
  const converted = await convertedCsv(file);
  const problem = converted.kind === 'csv' ? headerProblem(converted.text, headings) : null;
  return problem && text.header(problem);
}

async function convertedCsv(file: File): Promise<ConvertedCsv> {
  return convertCsv(new Uint8Array(await file.arrayBuffer()), headings);
}

/** Copies the file into memory, so that the import sends the checked content. Fails if the file cannot be read. */
export async function snapshot(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: 'text/csv' });
}

/** An import file with only the header row. */
export function templateCsv(): string {
  return `${csvLine(IMPORT_COLUMNS)}\r\n`;
}

/** An import file with two patients of this clinician, which the check accepts. */
export function exampleCsv(employee: string, today: IsoDate): string {
  const dates = [today, addMonths(today, 12)];
  const rows = [
    ['BEISPIEL1', '1990-01-31', text.exampleGender[0], 'F32.1', employee, ...dates, 'SYSTEM1'],
    ['BEISPIEL2', '1985-12-01', text.exampleGender[1], 'F41.1', employee, ...dates, 'SYSTEM1|SYSTEM2'],
  ];
  return `${templateCsv()}${rows.map((row) => `${csvLine(row)}\r\n`).join('')}`;
}
