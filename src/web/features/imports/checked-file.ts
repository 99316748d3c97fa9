import type { Answer } from '../../../contract/routes.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { type ConvertedCsv, convertCsv, type ImportHeadings } from '../../../domain/csv-convert.ts';
import { IMPORT_COLUMNS } from '../../../domain/csv-import.ts';
import { csvLine } from '../../../domain/csv-export.ts';
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
export type Conversion =
  | { changes: Extract<ConvertedCsv, { kind: 'csv' }>['changes']; file: File }
  | 'no_text';

const headings: ImportHeadings = new Map(
  IMPORT_COLUMNS.flatMap((column) =>
    [column, importColumnText[column], ...importHeadingText[column]].map(
      (heading) => [heading.toLowerCase(), column] as const,
    ),
  ),
);

/** The conversion of a refused or wrong file, null if it would change nothing. */
export async function offerConversion(file: File): Promise<Conversion | null> {
  const converted = convertCsv(new Uint8Array(await file.arrayBuffer()), headings);
  if (converted.kind === 'no_text') return 'no_text';
  const { changes, text: content } = converted;
  return changes.length === 0
    ? null
    : { changes, file: new File([content], file.name, { type: 'text/csv' }) };
}

/** Copies the file into memory, so that the import sends the checked content. Fails if the file cannot be read. */
export async function snapshot(file: File): Promise<File> {
  return new File([await file.arrayBuffer()], file.name, { type: 'text/csv' });
}

/** An import file with only the header row. */
export function templateCsv(): string {
  return `${csvLine(IMPORT_COLUMNS)}\r\n`;
}
