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

/** Every head of one clinic's chain in the file: the hashes by place. Without a file there are none. */
export async function readHeads(path: string, clinicId: string): Promise<Map<number, Set<string>>> {
  const hashes = new Map<number, Set<string>>();
  if (!existsSync(path)) return hashes;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const head = parseLine(text);
    if (head?.clinic !== clinicId) continue;
    hashes.set(head.seq, (hashes.get(head.seq) ?? new Set()).add(head.hash));
  }
  return hashes;
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
