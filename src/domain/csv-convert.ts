import { sniffEncoding, UTF8_BOM } from './csv-encoding.ts';
import type { Encoding } from './csv-encoding.ts';
import { isImportHeader } from './csv-import.ts';
import type { ImportColumn } from './csv-import.ts';
import { parseGermanDate } from './iso-date.ts';

// Excel saves CSV with a byte order mark or in Windows-1252, separates the cells of a "Unicode text" by tabs, and writes
// 1990-01-31 as 31.01.1990. Clinics write German headings. The API refuses all of these (product 13.3), so the page
// offers to convert the file before the upload.

/** A change to the file. The page lists the changes before it sends the file. */
export type CsvChange =
  | 'byte_order_mark_removed'
  | 'encoding_changed'
  | 'tabs_changed'
  | 'headings_changed'
  | 'dates_changed';

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

/** The columns by the headings that people give them, in lower case. */
export type ImportHeadings = ReadonlyMap<string, ImportColumn>;

/** Converts a file of a spreadsheet program to one that the import accepts. */
export function convertCsv(file: Uint8Array, headings: ImportHeadings): ConvertedCsv {
  const encoding = sniffEncoding(file);
  if (encoding === 'binary') return { kind: 'no_text' };
  const bytes = encoding === 'utf-8-bom' ? file.subarray(UTF8_BOM.length) : file;
  const decoded = new TextDecoder(decoders[encoding]).decode(bytes);
  const separated = withSemicolons(decoded);
  const headed = withColumnNames(separated, headings);
  const text = withIsoDates(headed);
  const changes: CsvChange[] = [];
  if (encoding === 'utf-8-bom') changes.push('byte_order_mark_removed');
  else if (encoding !== 'utf-8') changes.push('encoding_changed');
  if (separated !== decoded) changes.push('tabs_changed');
  if (headed !== separated) changes.push('headings_changed');
  if (text !== headed) changes.push('dates_changed');
  return { kind: 'csv', text, changes };
}

// The first line that is not empty.
const HEADER_LINE = /\S[^\r\n]*/;
// A quoted cell, a tab, or an unquoted cell.
const TAB_FILE_PART = /"(?:[^"]|"")*"|\t|[^\t\r\n"]+/g;

/** Separates by semicolons what was separated by tabs. A cell that holds a semicolon is quoted, so that it stays one. */
function withSemicolons(text: string): string {
  const header = HEADER_LINE.exec(text)?.[0] ?? '';
  if (!header.includes('\t') || /[;,]/.test(header)) return text;
  return text.replace(TAB_FILE_PART, (part) => {
    if (part === '\t') return ';';
    return part.includes(';') && !part.startsWith('"') ? `"${part}"` : part;
  });
}

/** Translates the header row, if it then is the one of the import. Any other row stays, so that the check refuses it. */
function withColumnNames(text: string, headings: ImportHeadings): string {
  return text.replace(HEADER_LINE, (line) => {
    const names = line.split(/[;,]/).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    );
    if (isImportHeader(names)) return line;
    const columns = names.map((name) => headings.get(name.normalize('NFC').toLowerCase()) ?? name);
    return isImportHeader(columns) ? columns.join(line.includes(';') ? ';' : ',') : line;
  });
}

// Matches a whole cell, quoted or not. A date that does not exist stays as it is, so that the check shows it.
const GERMAN_DATE_CELL = /(?<=^|[;,"])\d{1,2}\.\d{1,2}\.\d{4}(?=$|[;,"\r])/gm;

function withIsoDates(text: string): string {
  return text.replace(GERMAN_DATE_CELL, (cell) => parseGermanDate(cell) ?? cell);
}
