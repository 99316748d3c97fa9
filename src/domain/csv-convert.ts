import { sniffEncoding, UTF8_BOM } from './csv-encoding.ts';
import type { Encoding } from './csv-encoding.ts';
import { parseGermanDate } from './iso-date.ts';

// Excel saves CSV with a byte order mark or in Windows-1252, and writes 1990-01-31 as 31.01.1990. The API refuses all of
// these (product 13.3), so the page offers to convert the file before the upload.

/** A change to the file. The page lists the changes before it sends the file. */
export type CsvChange = 'byte_order_mark_removed' | 'encoding_changed' | 'dates_changed';

export type ConvertedCsv =
  /** UTF-8 without a byte order mark, ready to upload. `changes` is empty if the file needed none. */
  | { readonly kind: 'csv'; readonly text: string; readonly changes: readonly CsvChange[] }
  /** A workbook, a PDF or a picture: there is no text to convert. */
  | { readonly kind: 'no_text' };

const decoders = {
  'utf-8': 'utf-8',
  'utf-8-bom': 'utf-8',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  other: 'windows-1252',
} as const satisfies Record<Exclude<Encoding, 'binary'>, string>;

/** Converts a file of a spreadsheet program to one that the import accepts. */
export function convertCsv(file: Uint8Array): ConvertedCsv {
  const encoding = sniffEncoding(file);
  if (encoding === 'binary') return { kind: 'no_text' };
  const bytes = encoding === 'utf-8-bom' ? file.subarray(UTF8_BOM.length) : file;
  const decoded = new TextDecoder(decoders[encoding]).decode(bytes);
  const text = withIsoDates(decoded);
  const changes: CsvChange[] = [];
  if (encoding === 'utf-8-bom') changes.push('byte_order_mark_removed');
  else if (encoding !== 'utf-8') changes.push('encoding_changed');
  if (text !== decoded) changes.push('dates_changed');
  return { kind: 'csv', text, changes };
}

// Matches a whole cell, quoted or not. A date that does not exist stays as it is, so that the check shows it.
const GERMAN_DATE_CELL = /(?<=^|[;,"])\d{1,2}\.\d{1,2}\.\d{4}(?=$|[;,"\r])/gm;

function withIsoDates(text: string): string {
  return text.replace(GERMAN_DATE_CELL, (cell) => parseGermanDate(cell) ?? cell);
}
