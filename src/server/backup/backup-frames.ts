import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { StartError } from '../settings/start-error.ts';

export const FORMAT = 1;
/** The format of an archive of one clinic. A program that knows backups only refuses it. */
export const CLINIC_FORMAT = 101;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const header = v.object({
  kind: v.literal('header'),
  format: v.number(),
  id: v.string(),
  /** The moment of the database's snapshot, ISO text with Z. */
  at: v.string(),
  migrations: v.array(v.string()),
  clinics: v.array(v.string()),
  tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()) })),
  /** The number of patients of each clinic. Backups of earlier versions lack it. */
  patients_of: v.optional(v.record(v.string(), count)),
  /** In an archive of one clinic: its name, and the secret of its study ids if it was ever exported. */
  clinic: v.optional(v.object({ name: v.string(), study_secret: v.nullable(v.string()) })),
});
/** Compressed rows of one table. Rows of a patient are also encrypted under the patient's key. */
const rows = v.object({
  kind: v.literal('rows'),
  table: v.string(),
  rows: count,
  patient: v.optional(v.string()),
});
/** `digest` covers every byte before this frame, so a file that was cut or changed is not a backup. */
const trailer = v.object({
  kind: v.literal('trailer'),
  tables: v.record(v.string(), count),
  digest: v.string(),
});
const head = v.variant('kind', [header, rows, trailer]);

export type Header = v.InferOutput<typeof header>;
export type RowsHead = v.InferOutput<typeof rows>;
export type Trailer = v.InferOutput<typeof trailer>;
export type Frame = { head: v.InferOutput<typeof head>; body: Buffer };

const LENGTHS = 8;
const MOST_HEAD = 4 * 1024 * 1024;
const MOST_BODY = 512 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/** A frame in the file: the lengths of head and body, the head as JSON, the body. */
function encodeFrame({ head, body }: Frame): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(LENGTHS);
  lengths.writeUInt32BE(text.length);
  lengths.writeUInt32BE(body.length, 4);
  return Buffer.concat([lengths, text, body]);
}

/** Adds the trailer after the frames: the row count of every table, and the digest of all bytes before. */
export async function* withTrailer(
  frames: AsyncIterable<{ head: Header | RowsHead; body: Buffer }>,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const tables: Trailer['tables'] = {};
  for await (const frame of frames) {
    if (frame.head.kind === 'rows')
      tables[frame.head.table] = (tables[frame.head.table] ?? 0) + frame.head.rows;
    const bytes = encodeFrame(frame);
    digest.update(bytes);
    yield bytes;
  }
  yield encodeFrame({ head: { kind: 'trailer', tables, digest: digest.digest('hex') }, body: NOTHING });
}

/**
 * Yields the frames of a file's content, checks the trailer and returns it. Throws a StartError if the content was cut,
 * changed or written by another program. The caller must then undo the frames it has used.
 */
export async function* readFrames(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ head: Header | RowsHead; body: Buffer }, Trailer> {
  const source = reader(chunks);
  const digest = createHash('sha256');
  const counted: Trailer['tables'] = {};
  for (let first = true; ; first = false) {
    const { head, body, bytes } = await readFrame(source);
    if (first !== (head.kind === 'header')) throw damaged('it does not begin as one');
    if (head.kind === 'trailer') {
      await refuseMore(source);
      refuseWrong(head, counted, digest.digest('hex'));
      return head;
    }
    for (const piece of bytes) digest.update(piece);
    if (head.kind === 'rows') counted[head.table] = (counted[head.table] ?? 0) + head.rows;
    yield { head, body };
  }
}

/** The refusal of a file that differs from what was written. */
export function damaged(why: string, cause?: unknown): StartError {
  return new StartError(`this is no whole and unchanged backup: ${why}`, { cause });
}

async function readFrame(source: Reader): Promise<Frame & { bytes: Buffer[] }> {
  const lengths = await source.take(LENGTHS);
  const [ofHead, ofBody] = [lengths.readUInt32BE(), lengths.readUInt32BE(4)];
  if (ofHead > MOST_HEAD || ofBody > MOST_BODY) throw damaged('a length in it cannot be');
  const text = await source.take(ofHead);
  const body = await source.take(ofBody);
  const parsed = v.safeParse(head, parseJson(text));
  if (!parsed.success) throw damaged('a part of it is not understood');
  return { head: parsed.output, body, bytes: [lengths, text, body] };
}

function parseJson(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
}

function refuseWrong(trailer: Trailer, counted: Trailer['tables'], digest: string): void {
  if (trailer.digest !== digest) throw damaged('its content does not fit its digest');
  const names = new Set([...Object.keys(trailer.tables), ...Object.keys(counted)]);
  for (const name of names)
    if (trailer.tables[name] !== counted[name]) throw damaged(`rows of the table ${name} are missing`);
}

async function refuseMore(source: Reader): Promise<void> {
  if (!(await source.isAtEnd())) throw damaged('something follows its end');
}

type Reader = { take(length: number): Promise<Buffer>; isAtEnd(): Promise<boolean> };

/** Reads exact lengths from pieces of any length. */
function reader(chunks: AsyncIterable<Uint8Array>): Reader {
  const pieces = chunks[Symbol.asyncIterator]();
  let held: Buffer[] = [];
  let length = 0;
  const fill = async (wanted: number) => {
    while (length < wanted) {
      const { value, done } = await pieces.next();
      if (done) return false;
      held.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      length += value.byteLength;
    }
    return true;
  };
  return {
    take: async (wanted) => {
      if (!(await fill(wanted))) throw damaged('its end is missing');
      const all = held.length === 1 ? (held[0] ?? NOTHING) : Buffer.concat(held);
      held = [all.subarray(wanted)];
      length -= wanted;
      return all.subarray(0, wanted);
    },
    isAtEnd: async () => !(await fill(1)),
  };
}
