import { sniffEncoding, UTF8_BOM } from './csv-encoding.ts';
import type { Encoding } from './csv-encoding.ts';
import { parseGermanDate } from './iso-date.ts';

// Excel saves a CSV with a byte order mark or in Windows-1252, and turns 1990-01-31 into 31.01.1990. The calls take
// none of these (product 8), so the page offers to convert such a file before it is uploaded.

/** What was changed; the page tells it before the file is sent. */
export type CsvChange = 'byte_order_mark_removed' | 'encoding_changed' | 'dates_changed';

export type ConvertedCsv =
  /** UTF-8 without a byte order mark, fit to upload. `changes` is empty where the file was fit as it was. */
  | { readonly kind: 'csv'; readonly text: string; readonly changes: readonly CsvChange[] }
  /** A workbook, a PDF, a picture: no text to convert. */
  | { readonly kind: 'no_text' };

const decoders = {
  'utf-8': 'utf-8',
  'utf-8-bom': 'utf-8',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  other: 'windows-1252',
} as const satisfies Record<Exclude<Encoding, 'binary'>, string>;

/** Makes a file as spreadsheet programs write it one that the import takes. */
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

// A whole cell, quoted or not. A date that does not exist stays, so that the check shows it.
const GERMAN_DATE_CELL = /(?<=^|[;,"])\d{1,2}\.\d{1,2}\.\d{4}(?=$|[;,"\r])/gm;

function withIsoDates(text: string): string {
  return text.replace(GERMAN_DATE_CELL, (cell) => parseGermanDate(cell) ?? cell);
}
