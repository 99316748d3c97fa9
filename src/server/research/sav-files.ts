import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import type { TableShape } from './columns.ts';
import { refuseUnwritten } from './output.ts';
import { savHead, savRows } from './sav.ts';
import { cutText, spssColumn, type SpssColumn } from './spss-columns.ts';

/** A CSV file with its columns as SPSS knows them. */
export type SpssTable = {
  readonly file: string;
  readonly title: string;
  readonly rows: number;
  readonly columns: readonly SpssColumn[];
};

const MOST_TITLE = 64;

/** The name of the .sav file of a CSV file. */
export const savFile = (file: string) => `spss/${file.replace(/\.csv$/, '')}.sav`;

/** Reads a written CSV file for the lengths of its texts, because a .sav file names them before its first row. */
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

/** Writes the .sav file beside its CSV file, row by row. A reader sees the whole file or none. */
export async function writeSav(folder: string, { file, title, rows, columns }: SpssTable): Promise<void> {
  const path = join(folder, savFile(file));
  async function* content() {
    yield savHead(columns, cutText(title, MOST_TITLE), rows);
    yield* savRows(columns, readRows(join(folder, file)));
  }
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(`${path}.next`, { mode: 0o600, flush: true }));
    await rename(`${path}.next`, path);
  } catch (error) {
    // Only an error of the file system has the name of its call.
    if ('syscall' in (error as Error)) refuseUnwritten(path, error as Error);
    throw error;
  }
}

function readRows(path: string): AsyncIterable<readonly string[]> {
  return createReadStream(path).pipe(parse({ from: 2, record_delimiter: '\r\n' }));
}
