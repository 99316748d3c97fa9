import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { refuseUnwritten } from '../../../server/research/output.ts';
import { cutText } from '../../../server/research/spss-columns.ts';
import { readRows, type SpssTable } from '../../../server/research/spss-tables.ts';
import { savHead, savRows } from './sav.ts';

const MOST_TITLE = 64;

/** The name of the .sav file of a CSV file. */
export const savFile = (file: string) => `spss/${file.replace(/\.csv$/, '')}.sav`;

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
