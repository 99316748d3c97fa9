import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';

/** A row of a table with the line on which it begins. */
type TableRow = { readonly line: number; readonly cells: readonly string[] };

export type ReadRows =
  | { readonly kind: 'rows'; readonly rows: readonly TableRow[]; readonly delimiter: string }
  | { readonly kind: 'broken'; readonly line: number; readonly message: string };

/** The rows of a table that a person wrote. Its first line shows what stands between the cells. */
export function tableRows(text: string): ReadRows {
  const [header = ''] = /\S[^\r\n]*/.exec(text) ?? [];
  const delimiter = ['\t', ';'].find((sign) => header.includes(sign)) ?? ',';
  try {
    // What the parser gives with the option `info`.
    const records = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
      info: true,
    }) as unknown as readonly { record: string[]; info: { lines: number } }[];
    const rows = records.map(({ record, info }) => {
      const inside = record.join('').split(/\r\n|\n|\r/).length - 1;
      return { line: info.lines - inside, cells: record };
    });
    return { kind: 'rows', rows, delimiter };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as CsvError & { lines?: number };
    return { kind: 'broken', line: lines ?? 1, message: error.message };
  }
}
