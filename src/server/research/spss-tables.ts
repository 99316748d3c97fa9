import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import type { TableShape } from './columns.ts';
import { spssColumn, type SpssColumn } from './spss-columns.ts';

/** A CSV file with its columns as SPSS knows them. */
export type SpssTable = {
  readonly file: string;
  readonly title: string;
  readonly rows: number;
  readonly columns: readonly SpssColumn[];
};

/** Reads a written CSV file for the lengths of its texts, because SPSS asks for them before the first row. */
export async function measureTable(folder: string, { file, title, columns }: TableShape): Promise<SpssTable> {
  const longest = columns.map(() => 0);
  const texts = columns.flatMap(({ form }, index) => (form === 'text' ? [index] : []));
  let rows = 0;
  for await (const cells of readRows(join(folder, file))) {
    rows += 1;
    for (const index of texts)
      longest[index] = Math.max(longest[index] ?? 0, Buffer.byteLength(cells[index] ?? ''));
  }
  return { file, title, rows, columns: columns.map((one, index) => spssColumn(one, longest[index] ?? 0)) };
}

/** The rows of a written CSV file. */
export function readRows(path: string): AsyncIterable<readonly string[]> {
  return createReadStream(path).pipe(parse({ from: 2, record_delimiter: '\r\n' }));
}
