import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { StartError } from '../settings/start-error.ts';

/** The content of a file of rows: a header, groups of rows in the order of their tables, and a trailer. */
export const FORMAT = 2;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const header = v.object({
  kind: v.literal('header'),
  format: v.literal(FORMAT),
  id: v.string(),
  /** The moment of the database's snapshot, ISO text with Z. */
  at: v.string(),
  migrations: v.array(v.string()),
  /** The number of patients of each clinic. */
  clinics: v.record(v.string(), count),
  tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()) })),
  /** In the archive of one clinic: its name, and the secret of its study ids if it was ever exported. */
  clinic: v.nullable(v.object({ id: v.string(), name: v.string(), study_secret: v.nullable(v.string()) })),
});
/** Compressed rows of one table. Rows of a patient are also encrypted under the patient's key. */
const rows = v.object({
  kind: v.literal('rows'),
  table: v.string(),
  rows: count,
  patient: v.nullable(v.string()),
});
/** `digest` covers every byte before this frame, so content that was cut or changed is refused. */
const trailer = v.object({ kind: v.literal('trailer'), digest: v.string() });
const head = v.variant('kind', [header, rows, trailer]);

export type Header = v.InferOutput<typeof header>;
export type RowsHead = v.InferOutput<typeof rows>;
export type Frame = { head: Header | RowsHead; body: Buffer };

const LENGTHS = 8;
const MOST_BODY = 512 * 1024 * 1024;
export const NOTHING = Buffer.alloc(0);

/** A frame in the file: the lengths of head and body, the head as JSON, the body. */
function encode(content: v.InferOutput<typeof head>, body: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(content));
  const lengths = Buffer.alloc(LENGTHS);
  lengths.writeUInt32BE(text.length);
  lengths.writeUInt32BE(body.length, 4);
  return Buffer.concat([lengths, text, body]);
}

/** The bytes of frames, with the trailer behind them. */
export async function* encodeFrames(frames: AsyncIterable<Frame>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  for await (const frame of frames) {
    const bytes = encode(frame.head, frame.body);
    digest.update(bytes);
    yield bytes;
  }
  yield encode({ kind: 'trailer', digest: digest.digest('hex') }, NOTHING);
}

/**
 * Yields the frames of a file's content and checks the trailer. Throws a StartError if the content was cut, changed or
 * written by another program. The caller must then undo the frames it has used.
 */
export async function* readFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  const take = taker(chunks);
  const digest = createHash('sha256');
  for (let first = true; ; first = false) {
    const lengths = await take(LENGTHS);
    const [text, body] = [await take(lengths.readUInt32BE()), await take(lengths.readUInt32BE(4))];
    const one = parseHead(text);
    if (first !== (one.kind === 'header')) throw damaged('it does not begin as one');
    if (one.kind === 'trailer') {
      if (one.digest !== digest.digest('hex')) throw damaged('its content does not fit its digest');
      if (!(await take.isAtEnd())) throw damaged('something follows its end');
      return;
    }
    for (const piece of [lengths, text, body]) digest.update(piece);
    yield { head: one, body };
  }
}

/** Reads the content of a file to its end: its header, the number of its rows, and the patients with rows in it. */
export async function readToEnd(chunks: AsyncIterable<Uint8Array>) {
  const patients = new Set<string>();
  let [found, all]: [Header | undefined, number] = [undefined, 0];
  for await (const { head: one } of readFrames(chunks)) {
    if (one.kind === 'header') found = one;
    else {
      all += one.rows;
      if (one.patient !== null) patients.add(one.patient);
    }
  }
  if (!found) throw new Error('content that was read to its end has a header');
  return { header: found, rows: all, patients };
}

/** The refusal of a file that differs from what was written. */
export function damaged(why: string, cause?: unknown): StartError {
  return new StartError(`this is no whole and unchanged backup: ${why}`, { cause });
}

function parseHead(text: Buffer): v.InferOutput<typeof head> {
  try {
    const content = JSON.parse(text.toString('utf8'));
    if (content.kind === 'header' && content.format !== FORMAT)
      throw new StartError(
        `the file has format ${content.format}; this program reads format ${FORMAT} only. Read it with the version that wrote it`,
      );
    return v.parse(head, content);
  } catch (error) {
    throw error instanceof StartError ? error : damaged('a part of it is not understood', error);
  }
}

/** Takes exact lengths from pieces of any length. */
function taker(chunks: AsyncIterable<Uint8Array>) {
  const pieces = chunks[Symbol.asyncIterator]();
  let held: Uint8Array = NOTHING;
  const isAtEnd = async () => {
    while (held.length === 0) {
      const { value, done } = await pieces.next();
      if (done) return true;
      held = value;
    }
    return false;
  };
  const take = async (wanted: number) => {
    if (wanted > MOST_BODY) throw damaged('a length in it cannot be');
    const taken: Uint8Array[] = [];
    for (let missing = wanted; missing > 0; missing -= taken.at(-1)?.length ?? 0) {
      if (await isAtEnd()) throw damaged('its end is missing');
      taken.push(held.subarray(0, missing));
      held = held.subarray(missing);
    }
    return Buffer.concat(taken);
  };
  return Object.assign(take, { isAtEnd });
}
