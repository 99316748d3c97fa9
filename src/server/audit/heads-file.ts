import { appendFileSync, createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import type { Head } from './seal-queries.ts';

const line = v.object({ at: v.string(), clinic: v.string(), seq: v.number(), hash: v.string() });

/** The file in the data folder that keeps the ends of all chains outside the database (R64). */
export const HEADS_FILE = 'audit-heads.jsonl';

/** Appends the heads and waits until they are on the disk. */
export function appendHeads(path: string, heads: readonly Head[], at: string): void {
  const text = heads.map((head) => `${JSON.stringify({ at, ...head })}\n`).join('');
  appendFileSync(path, text, { mode: 0o600, flush: true });
}

/** The written heads of one clinic's chain: the hash by place, or TWO_HASHES where two lines of the file differ. */
export type WrittenHeads = ReadonlyMap<number, string>;
/** Equals no hash. */
const TWO_HASHES = '';

/** Reads the file once, for every clinic. A clinic without a line, or a missing file, gives an empty map. */
export async function readHeads(path: string): Promise<(clinicId: string) => WrittenHeads> {
  const clinics = new Map<string, Map<number, string>>();
  if (existsSync(path))
    for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      const head = parseLine(text);
      if (head) addHead(clinics, head);
    }
  return (clinicId) => clinics.get(clinicId) ?? new Map();
}

function addHead(
  clinics: Map<string, Map<number, string>>,
  { clinic, seq, hash }: v.InferOutput<typeof line>,
): void {
  const heads = clinics.get(clinic) ?? new Map<number, string>();
  const before = heads.get(seq);
  heads.set(seq, before === undefined || before === hash ? hash : TWO_HASHES);
  clinics.set(clinic, heads);
}

/** The last place that the heads promise; 0 without heads. A year has more heads than a call may have arguments. */
export function lastPlace(heads: WrittenHeads): number {
  let last = 0;
  for (const place of heads.keys()) last = Math.max(last, place);
  return last;
}

// A process that was killed while writing leaves half a line. That head was not published yet.
function parseLine(text: string): v.InferOutput<typeof line> | undefined {
  try {
    const result = v.safeParse(line, JSON.parse(text));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
