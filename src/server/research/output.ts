import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { StartError } from '../settings/start-error.ts';

const clinicCounts = v.object({
  patients: v.number(),
  sessions: v.number(),
  answers: v.number(),
  scores: v.number(),
  withdrawn: v.number(),
  without_consent: v.number(),
});

/** The numbers of exported rows of a clinic, and of patients who were left out. */
export type ClinicCounts = v.InferOutput<typeof clinicCounts>;

/** The progress of an export. It can continue from here even if the files changed later. */
const stateFile = v.object({
  format: v.literal(1),
  /** The mark of the request. An interrupted export continues only under the same request. */
  request: v.string(),
  as_of: v.string(),
  secret: v.string(),
  /** Per clinic the fingerprint of its records at the start of the export */
  records: v.record(v.string(), v.string()),
  /** The index of the current clinic in the request, and below it the last written patient */
  clinic: v.number(),
  patient: v.nullable(v.string()),
  counts: v.array(clinicCounts),
  files: v.record(v.string(), v.object({ bytes: v.number(), rows: v.number() })),
});
export type State = v.InferOutput<typeof stateFile>;

const STATE = 'export-state.json';

/** Creates the folder. Refuses a folder that is not empty. */
export function newFolder(folder: string): void {
  const present = listed(folder);
  if (present.length === 0) return void makeFolder(folder);
  const unfinished = present.includes(STATE);
  const advice = unfinished ? 'An export broke off there: add --resume.' : 'Name a new one.';
  throw new StartError(`the folder ${folder} is not empty. ${advice}`);
}

/** The state of an export that was interrupted. */
export function readState(folder: string): State {
  const text = readOptional(join(folder, STATE));
  if (text === undefined) throw new StartError(`there is no export in ${folder} that broke off`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), stateFile), text);
  if (parsed.success) return parsed.output;
  throw new StartError(`the file ${join(folder, STATE)} is damaged; start anew in a new folder`);
}

/** Writes a second file and renames it. A killed process leaves the old file or the new one. */
export function writeState(folder: string, state: State): void {
  replaceFile(join(folder, STATE), JSON.stringify(state));
}

export function removeState(folder: string): void {
  rmSync(join(folder, STATE), { force: true });
}

/** Writes a file in one step, so that no reader sees half of it. */
export function replaceFile(path: string, text: string): void {
  makeFolder(dirname(path));
  try {
    writeFileSync(`${path}.next`, text, { mode: 0o600, flush: true });
    renameSync(`${path}.next`, path);
  } catch (error) {
    refuseUnwritten(path, error as Error);
  }
}

// Only the account that runs the export can read the files.
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StartError(`the folder ${folder} cannot be made: ${(error as Error).message}`);
  }
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new StartError(`the folder ${folder} cannot be used: ${message}`);
  }
}

function readOptional(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Files that grow by lines and always cover the same patients. */
export type Output = {
  add(file: string, text: string, rows: number): Promise<void>;
  /** Writes the added lines to the disk. Returns the length of each file. */
  flush(): Promise<State['files']>;
  close(): Promise<void>;
};

/** Opens the files. Cuts those of an interrupted export to their complete part. `heads` are their first lines. */
export async function openOutput(
  folder: string,
  heads: ReadonlyMap<string, string>,
  known: State['files'],
): Promise<Output> {
  const files = new Map<string, GrowingFile>();
  for (const [name, head] of heads) files.set(name, await openFile(join(folder, name), head, known[name]));
  return {
    add: async (name, text, rows) => {
      const file = files.get(name);
      if (!file) throw new Error(`the export has no file ${name}`);
      await append(file, text);
      file.rows += rows;
    },
    flush: async () => {
      for (const { path, handle } of files.values())
        await handle.datasync().catch((error: Error) => refuseUnwritten(path, error));
      return Object.fromEntries([...files].map(([name, { bytes, rows }]) => [name, { bytes, rows }]));
    },
    close: async () => {
      for (const { handle } of files.values()) await handle.close();
    },
  };
}

type GrowingFile = { path: string; handle: FileHandle; bytes: number; rows: number };

async function openFile(
  path: string,
  head: string,
  known: State['files'][string] | undefined,
): Promise<GrowingFile> {
  makeFolder(dirname(path));
  const handle = await open(path, known ? 'r+' : 'w', 0o600).catch((error: Error) => {
    throw new StartError(`the file ${path} cannot be written: ${error.message}`);
  });
  if (!known) {
    const file = { path, handle, bytes: 0, rows: 0 };
    await append(file, head);
    return file;
  }
  if ((await handle.stat()).size < known.bytes)
    throw new StartError(`the file ${path} is shorter than it was; start anew in a new folder`);
  await handle.truncate(known.bytes);
  return { path, handle, ...known };
}

export function refuseUnwritten(path: string, error: Error): never {
  throw new StartError(`the file ${path} cannot be written: ${error.message}. Make room, then add --resume`);
}

async function append(file: GrowingFile, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.handle
      .write(bytes, done, bytes.length - done, file.bytes + done)
      .catch((error: Error) => refuseUnwritten(file.path, error));
    done += bytesWritten;
  }
  file.bytes += bytes.length;
}
