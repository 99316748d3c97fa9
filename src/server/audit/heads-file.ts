import { appendFileSync, createReadStream, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import type { Head } from './seal-queries.ts';

const line = v.object({ at: v.string(), clinic: v.string(), seq: v.number(), hash: v.string() });

// The files in the data folder that keep the ends of all chains outside the database (R64), one a month. The first version
// wrote one file without a month.
const form = /^audit-heads(-\d{4}-\d\d)?\.jsonl$/;
const fileOf = (at: string) => `audit-heads-${at.slice(0, 7)}.jsonl`;

/** The files with heads in a data folder, the oldest first. */
export function listHeadsFiles(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir)
    .filter((name) => form.test(name))
    .toSorted();
}

/** True if no head of this month was written. The first heads of a month are those of all chains. */
export const beginsMonth = (dataDir: string, at: string): boolean => !existsSync(join(dataDir, fileOf(at)));

/** Appends the heads of a moment (ISO text) and waits until they are on the disk. */
export function appendHeads(dataDir: string, heads: readonly Head[], at: string): void {
  const text = heads.map((head) => `${JSON.stringify({ at, ...head })}\n`).join('');
  appendFileSync(join(dataDir, fileOf(at)), text, { mode: 0o600, flush: true });
}

/** After a restore or a recovery the files may name rows that are newer than the database. The trail goes on without them. */
export function setHeadsAside(dataDir: string, note: (line: string) => void): void {
  const at = new Date().toISOString().replaceAll(':', '-');
  for (const name of listHeadsFiles(dataDir)) {
    const aside = join(dataDir, `${name}.before-restore-${at}`);
    renameSync(join(dataDir, name), aside);
    note(`the audit heads of before are kept as ${aside}`);
  }
}

/** From now on the earlier heads of a clinic's chain do not count: an older state of the clinic took its place. */
export function beginHeadsAnew(dataDir: string, clinic: string, at: string): void {
  appendHeads(dataDir, [{ clinic, seq: BEGINNING, hash: '' }], at);
}
/** No row of a chain has this place. */
const BEGINNING = 0;

/** The written heads of one clinic's chain: the hash by place. Where two lines of the file differ it equals no hash. */
export type WrittenHeads = Pick<ReadonlyMap<number, string>, 'get' | 'keys' | 'size'>;

/** The heads with these places or earlier ones. */
export function headsUpTo(heads: WrittenHeads, last: number): WrittenHeads {
  const places = [...heads.keys()].filter((place) => place <= last);
  return new Map(places.map((place) => [place, heads.get(place) ?? '']));
}

const HASH_BYTES = 32;
const FIRST_ROOM = 16;

/**
 * The heads of one chain in 40 to 80 bytes each: thirty clinics write millions of them in a year. They are kept in the order
 * of their places, which is nearly that of the lines.
 */
class PackedHeads {
  size = 0;
  #places = new Float64Array(FIRST_ROOM);
  #hashes = Buffer.alloc(FIRST_ROOM * HASH_BYTES);

  get(place: number): string | undefined {
    const index = this.#indexOf(place);
    return this.#places[index] === place && index < this.size
      ? this.#hashAt(index).toString('hex')
      : undefined;
  }

  keys(): MapIterator<number> {
    return this.#places.subarray(0, this.size).values();
  }

  /** What is no hash leaves zeros, and so does a second hash for a place. */
  add(place: number, text: string): void {
    const hash = Buffer.from(text, 'hex');
    const index = this.#indexOf(place);
    if (index < this.size && this.#places[index] === place) {
      if (!this.#hashAt(index).equals(hash)) this.#hashAt(index).fill(0);
      return;
    }
    this.#makeRoom(index);
    this.#places[index] = place;
    this.#hashAt(index).fill(0);
    if (hash.length === HASH_BYTES) hash.copy(this.#hashAt(index));
  }

  #hashAt = (index: number): Buffer => this.#hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);

  /** Where the place is, or belongs. */
  #indexOf(place: number): number {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#places[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #makeRoom(index: number): void {
    if (this.size === this.#places.length) {
      const places = new Float64Array(2 * this.size);
      places.set(this.#places);
      this.#places = places;
      this.#hashes = Buffer.concat([this.#hashes, Buffer.alloc(this.size * HASH_BYTES)]);
    }
    this.#places.copyWithin(index + 1, index, this.size);
    this.#hashes.copyWithin((index + 1) * HASH_BYTES, index * HASH_BYTES, this.size * HASH_BYTES);
    this.size += 1;
  }
}

/** Reads the files once, for every clinic. A clinic without a line, or a missing file, gives an empty map. */
export async function readHeads(dataDir: string): Promise<(clinicId: string) => WrittenHeads> {
  const clinics = new Map<string, PackedHeads>();
  for (const name of listHeadsFiles(dataDir)) {
    const input = createReadStream(join(dataDir, name));
    for await (const text of createInterface({ input, crlfDelay: Infinity })) {
      const head = parseLine(text);
      if (head) addHead(clinics, head);
    }
  }
  return (clinicId) => clinics.get(clinicId) ?? new Map();
}

function addHead(clinics: Map<string, PackedHeads>, { clinic, seq, hash }: v.InferOutput<typeof line>): void {
  if (seq === BEGINNING) return void clinics.delete(clinic);
  const heads = clinics.get(clinic) ?? new PackedHeads();
  heads.add(seq, hash);
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
