import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { DAY_MS } from '../../domain/iso-date.ts';
import { StartError } from '../settings/start-error.ts';

/** How long a folder keeps a list of patient keys after a newer one: so long a mistake can be undone, and so late an erasure reaches all backups. */
export const KEPT_DAYS = 14;

const NAME = /^patient-keys-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3})\d*Z\.age$/;

/** A list of patient keys and the moment in its name. */
type KeyList = { path: string; at: number };

export const isKeyList = (name: string) => NAME.test(name);

/** The path of a list with the keys of a moment (ISO text with Z). */
export const listPath = (folder: string, at: string) =>
  join(folder, `patient-keys-${at.replaceAll(':', '')}.age`);

/** The lists of a folder, the newest first. */
export function keyListsIn(folder: string): KeyList[] {
  const lists = readdirSync(folder)
    .filter(isKeyList)
    .map((name) => ({ path: join(folder, name), at: momentOf(name) }));
  return lists.toSorted((one, other) => other.at - one.at || other.path.localeCompare(one.path));
}

function momentOf(name: string): number {
  const [, hour, minute, second] = NAME.exec(name) ?? [];
  return Date.parse(`${hour}:${minute}:${second}Z`);
}

/** Removes the lists that are older than the kept days at a moment, each with its summary. */
export function removeOldLists(folder: string, at: string): void {
  const [, ...older] = keyListsIn(folder);
  for (const { path, at: moment } of older)
    if (moment < Date.parse(at) - KEPT_DAYS * DAY_MS)
      for (const gone of [path, summaryPath(path)]) rmSync(gone, { force: true });
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const id = v.pipe(v.string(), v.uuid());
const summary = v.object({
  installation: id,
  at: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)),
  patients: count,
  clinics: v.array(v.object({ id, patients: count, erased: count })),
});

/**
 * Whose list stands beside it, in clear: a run of `backup` cannot open an older list. A clinic's `patients` came until `at`;
 * `erased` counts the erasures in its trail.
 */
export type Summary = v.InferOutput<typeof summary>;

const summaryPath = (list: string) => list.replace(/\.age$/, '.json');

/** The summary of the newest list of a folder; undefined if there is none. */
export function newestSummary(folder: string): Summary | undefined {
  const [newest] = keyListsIn(folder);
  if (!newest) return undefined;
  const path = summaryPath(newest.path);
  try {
    return v.parse(summary, JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new StartError(
      `${path} is missing or damaged, so nothing says whose backups this folder holds. Bring the file back, or write into another folder`,
      { cause },
    );
  }
}

/** Writes the summary of a list and waits until it is on the disk. */
export async function writeSummary(list: string, content: Summary): Promise<void> {
  const partial = `${summaryPath(list)}.partial`;
  await writeFile(partial, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(partial, summaryPath(list));
}
