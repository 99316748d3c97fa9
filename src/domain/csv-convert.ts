import { sniffEncoding, UTF8_BOM, type Encoding } from './csv-encoding.ts';
import { IMPORT_COLUMNS, isImportHeader, type ImportColumn } from './csv-import.ts';
import { addMonths } from './day-count.ts';
import { isIsoDate, parseGermanDate } from './iso-date.ts';
import { OPEN_END } from './patient-record.ts';

// Excel saves CSV with a byte order mark or in Windows-1252, separates the cells of a "Unicode text" by tabs, and writes
// 1990-01-31 as 31.01.1990. Clinics write German headings. The API refuses all of these (product 13.3), so the page
// offers to convert the file before the upload.

/** A change to the file. The page lists the changes before it sends the file. */
export type CsvChange =
  | 'byte_order_mark_removed'
  | 'encoding_changed'
  | 'tabs_changed'
  | 'headings_changed'
  | 'order_changed'
  | 'dates_changed';

export type ConvertedCsv =
  /** UTF-8 without a byte order mark, ready to upload. `changes` is empty if the file needed none. */
  | {
      readonly kind: 'csv';
      readonly text: string;
      readonly changes: readonly CsvChange[];
      readonly typedDates: TypedDates;
    }
  /** A workbook, a PDF or a picture: there is no text to convert. */
  | { readonly kind: 'no_text' };

/** The dates as they were typed, by their line and what the conversion made of them: see `typedDate`. */
export type TypedDates = ReadonlyMap<string, string>;

/** Why a first line with headings is not the header of the import. Both lists are empty for a column that stands twice. */
export type HeaderProblem = {
  readonly unknown: readonly string[];
  readonly missing: readonly ImportColumn[];
};

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
  const ordered = withColumnOrder(headed);
  const { text, typedDates } = withIsoDates(ordered);
  const changes: CsvChange[] = [];
  if (encoding === 'utf-8-bom') changes.push('byte_order_mark_removed');
  else if (encoding !== 'utf-8') changes.push('encoding_changed');
  if (separated !== decoded) changes.push('tabs_changed');
  if (headed !== separated) changes.push('headings_changed');
  if (ordered !== headed) changes.push('order_changed');
  if (text !== ordered) changes.push('dates_changed');
  return { kind: 'csv', text, changes, typedDates };
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

/** Translates the header row, if it then has the columns of the import. Any other row stays, so that the check refuses it. */
function withColumnNames(text: string, headings: ImportHeadings): string {
  return text.replace(HEADER_LINE, (line) => {
    const names = namesIn(line);
    const isTranslated = hasEachColumn(names.map((name) => name.toLowerCase()));
    const columns = columnsOf(names, headings);
    return isTranslated || !hasEachColumn(columns) ? line : columns.join(separatorOf(line));
  });
}

const hasEachColumn = (names: readonly string[]) =>
  isImportHeader(IMPORT_COLUMNS.filter((column) => names.includes(column))) &&
  names.length === IMPORT_COLUMNS.length;

const separatorOf = (line: string) => (line.includes(';') ? ';' : ',');

// A quoted cell, a separator, the end of a line, or an unquoted cell.
const CSV_FILE_PART = /"(?:[^"]|"")*"|[;,]|\r?\n|[^;,\r\n"]+|["\r]/g;

/** Brings the columns into the order of the import, if all of them are there. */
function withColumnOrder(text: string): string {
  const header = HEADER_LINE.exec(text)?.[0] ?? '';
  const columns = namesIn(header).map((name) => name.toLowerCase());
  if (isImportHeader(columns) || !hasEachColumn(columns)) return text;
  const places = IMPORT_COLUMNS.map((column) => columns.indexOf(column));
  // What stands beyond the columns stays there, so that the check refuses it.
  return withLines(text, (cells) => [
    ...places.map((place) => cells[place] ?? ''),
    ...cells.slice(places.length),
  ]);
}

/** Changes the cells of each line of several cells, as they are written. All else in the file stays. */
function withLines(text: string, change: (cells: readonly string[]) => readonly string[]): string {
  const separator = separatorOf(HEADER_LINE.exec(text)?.[0] ?? '');
  let cells = [''];
  const done: string[] = [];
  const endLine = (end: string) => {
    done.push(cells.length === 1 ? cells.join('') : change(cells).join(separator), end);
    cells = [''];
  };
  for (const [part] of text.matchAll(CSV_FILE_PART))
    if (part === separator) cells.push('');
    else if (part.endsWith('\n') && !part.startsWith('"')) endLine(part);
    else cells.push(`${cells.pop() ?? ''}${part}`);
  endLine('');
  return done.join('');
}

/** The ends of therapies that an import file leaves out: open, or this number of months after the admission. */
export type MissingEnd = 'open' | number;

const ADMISSION = IMPORT_COLUMNS.indexOf('admission');
const DISCHARGE = IMPORT_COLUMNS.indexOf('discharge');

/** Fills the empty cells of the discharge in a file with the header of the import. Lines without any content stay. */
export function withEnds(text: string, end: MissingEnd): string {
  return withLines(text, (cells) => {
    const admission = contentOf(cells[ADMISSION] ?? '');
    if (cells.every((cell) => contentOf(cell) === '') || contentOf(cells[DISCHARGE] ?? '') !== '')
      return cells;
    // Without a date of admission the cell stays empty, and the check asks for both.
    const known = end === 'open' ? OPEN_END : isIsoDate(admission) ? addMonths(admission, end) : '';
    return cells.map((cell, place) => (place === DISCHARGE ? known : cell));
  });
}

const contentOf = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim();

function namesIn(line: string): string[] {
  return line.split(/[;,]/).map(contentOf);
}

const columnsOf = (names: readonly string[], headings: ImportHeadings) =>
  names.map((name) => headings.get(name.normalize('NFC').toLowerCase()) ?? name);

/** Null for the header of the import, and for a first line without any of its columns. `text` is a converted file. */
export function headerProblem(text: string, headings: ImportHeadings): HeaderProblem | null {
  const columns = columnsOf(namesIn(HEADER_LINE.exec(text)?.[0] ?? ''), headings);
  if (isImportHeader(columns)) return null;
  const missing = IMPORT_COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length === IMPORT_COLUMNS.length) return null;
  return { missing, unknown: columns.filter((name) => !IMPORT_COLUMNS.some((column) => column === name)) };
}

// Matches a whole cell, quoted or not. A date that does not exist stays as it is, so that the check shows it.
const GERMAN_DATE_CELL = /(?<=^|[;,"])\d{1,2}\.\d{1,2}\.\d{4}(?=$|[;,"\r])/gm;

function withIsoDates(text: string): { text: string; typedDates: TypedDates } {
  const typedDates = new Map<string, string>();
  let line = 1;
  let end = 0;
  const converted = text.replace(GERMAN_DATE_CELL, (cell, start: number) => {
    line += text.slice(end, start).split('\n').length - 1;
    end = start;
    const date = parseGermanDate(cell);
    if (date) typedDates.set(dateKey(line, date), cell);
    return date ?? cell;
  });
  return { text: converted, typedDates };
}

const dateKey = (line: number, date: string) => `${line} ${date}`;

/** What the file said where the converted one has this date. */
export function typedDate(dates: TypedDates, line: number, date: string): string {
  return dates.get(dateKey(line, date)) ?? date;
}
