import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { CsvError, parse, type Parser } from 'csv-parse';
import { sniffEncoding } from '../../domain/csv-encoding.ts';
import type { Encoding } from '../../domain/csv-encoding.ts';
import { isImportHeader, MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '../../domain/csv-import.ts';
import type { CsvRefusal } from '../../domain/csv-import.ts';
import { SLICE_MS } from '../work/slices.ts';

export type ReadCsv =
  /** The rows below the header, without empty ones, and the line of the file that each of them ends in. */
  | {
      readonly kind: 'rows';
      readonly rows: readonly (readonly string[])[];
      readonly lines: readonly number[];
    }
  | { readonly kind: 'refused'; readonly code: CsvRefusal };

const encodingRefusals = {
  'utf-8': undefined,
  'utf-8-bom': 'csv_has_bom',
  'utf-16le': 'csv_not_utf8',
  'utf-16be': 'csv_not_utf8',
  other: 'csv_not_utf8',
  binary: 'csv_wrong_format',
} as const satisfies Record<Encoding, CsvRefusal | undefined>;

/**
 * Reads an uploaded import file (product 13.1): UTF-8, `;` or `,`, the header row, at most 10,000 rows and 5 MB. Works in
 * slices, so that a large file does not delay other requests.
 */
export async function readCsv(file: Uint8Array): Promise<ReadCsv> {
  if (file.length > MAX_IMPORT_BYTES) return { kind: 'refused', code: 'too_large' };
  const refusal = encodingRefusals[sniffEncoding(file)];
  if (refusal) return { kind: 'refused', code: refusal };
  if (hasTooManyFields(file)) return { kind: 'refused', code: 'too_large' };
  try {
    return await readRows(file);
  } catch (error) {
    // For example a quotation mark that is never closed.
    if (error instanceof CsvError) return { kind: 'refused', code: 'csv_wrong_format' };
    throw error;
  }
}

// Spreadsheets append rows that hold only delimiters. They do not count as patients, but their number is limited.
const MAX_RECORDS = 2 * MAX_IMPORT_ROWS;
// The parser does not count delimiters towards its size limit, and five million of them keep it busy for seconds.
const MAX_FIELDS = 20 * MAX_RECORDS;

function hasTooManyFields(file: Uint8Array): boolean {
  const delimiter = delimiterOf(file).charCodeAt(0);
  let at = file.indexOf(delimiter);
  for (let count = 0; count < MAX_FIELDS && at >= 0; count += 1) at = file.indexOf(delimiter, at + 1);
  return at >= 0;
}

// What the parser gives with the option `info`.
type ParsedRecord = { record: string[]; info: { lines: number } };

type LinedRecord = { readonly record: readonly string[]; readonly line: number };

async function readRows(file: Uint8Array): Promise<ReadCsv> {
  const records: LinedRecord[] = [];
  for await (const batch of recordsOf(file)) {
    records.push(...batch);
    const [header] = records;
    if (header && !isImportHeader(header.record)) return { kind: 'refused', code: 'csv_wrong_format' };
    if (records.length > MAX_RECORDS) return { kind: 'refused', code: 'too_large' };
  }
  if (records.length === 0) return { kind: 'refused', code: 'csv_wrong_format' };
  const filled = records.slice(1).filter(({ record }) => record.some((cell) => cell.trim() !== ''));
  if (filled.length > MAX_IMPORT_ROWS) return { kind: 'refused', code: 'too_large' };
  return {
    kind: 'rows',
    rows: filled.map(({ record }) => record),
    lines: filled.map(({ line }) => line),
  };
}

// The parser needs 40 µs for a row of the wrong length, and a chunk holds up to 500 of the shortest rows.
const CHUNK_BYTES = 1024;

/**
 * The records of the file in batches of 10 ms, with one round of the event loop between two batches. A round for every
 * chunk would be too many: on a busy server thousands of rounds last longer than the transaction that waits for the file.
 */
async function* recordsOf(file: Uint8Array): AsyncGenerator<LinedRecord[]> {
  let batch: LinedRecord[] = [];
  const parser = parse({
    delimiter: delimiterOf(file),
    // By default the parser expects the line end of the first line everywhere.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 100_000,
    info: true,
  });
  parser.on('data', ({ record, info }: ParsedRecord) => batch.push({ record, line: info.lines }));
  const end = finished(parser);
  // `end` is awaited below. If the file fails before, its rejection must not count as unhandled.
  end.catch(() => undefined);
  let sliceEnd = performance.now() + SLICE_MS;
  try {
    for (let at = 0; at < file.length && !parser.errored; at += CHUNK_BYTES) {
      await written(parser, file.subarray(at, at + CHUNK_BYTES));
      if (performance.now() < sliceEnd) continue;
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MS;
      yield batch;
      batch = [];
    }
    if (!parser.errored) parser.end();
    await end;
    yield batch;
  } finally {
    parser.destroy();
  }
}

/** Resolves when the chunk is parsed, and also when the parser has failed; then `end` rejects. */
function written(parser: Parser, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => parser.write(chunk, () => resolve()));
}

const [LINE_FEED, CARRIAGE_RETURN, SEMICOLON] = [0x0a, 0x0d, 0x3b];
const isLineEnd = (byte: number) => byte === LINE_FEED || byte === CARRIAGE_RETURN;

// The header row of an import file lies within its first 10,000 bytes.
const HEADER_BYTES = 10_000;

/** The delimiter of the header row, which is the first line that is not empty. */
function delimiterOf(file: Uint8Array): ';' | ',' {
  const start = file.subarray(0, HEADER_BYTES);
  const header = start.subarray(start.findIndex((byte) => !isLineEnd(byte)));
  const end = header.findIndex(isLineEnd);
  return (end < 0 ? header : header.subarray(0, end)).includes(SEMICOLON) ? ';' : ',';
}
