import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const NEWLINE = 10;
const TAB = 9;
const NOBODY = '\\N';
const NONCE = 12;
const TAG = 16;
// Rows of one patient compress well together; more of them at once would only cost memory.
const MOST_BYTES = 256 * 1024;

/** Whole lines of one table, all of one patient or of nobody. */
export type Rows = { patient: string | undefined; rows: number; lines: Buffer };

/** Lines that begin with the patient they belong to and are in that order, as rows of one patient each, without it. */
export async function* groupByPatient(pieces: AsyncIterable<Buffer>): AsyncGenerator<Rows> {
  let patient: string | undefined;
  let lines: Buffer[] = [];
  let bytes = 0;
  const group = (): Rows => ({ patient, rows: lines.length, lines: Buffer.concat(lines) });
  for await (const piece of pieces) {
    for (const line of linesOf(piece)) {
      const tab = line.indexOf(TAB);
      const text = line.toString('latin1', 0, tab);
      const owner = text === NOBODY ? undefined : text;
      if (lines.length > 0 && (owner !== patient || bytes > MOST_BYTES)) {
        yield group();
        lines = [];
        bytes = 0;
      }
      patient = owner;
      lines.push(line.subarray(tab + 1));
      bytes += line.length;
    }
  }
  if (lines.length > 0) yield group();
}

/** Lines that belong to nobody, as they come. */
export async function* ofNobody(pieces: AsyncIterable<Buffer>): AsyncGenerator<Rows> {
  for await (const lines of pieces) yield { patient: undefined, rows: countLines(lines), lines };
}

/** The lines of a piece that ends with a whole line, each with its newline. */
export function* linesOf(piece: Buffer): Generator<Buffer> {
  for (let start = 0; start < piece.length;) {
    const end = piece.indexOf(NEWLINE, start) + 1;
    yield piece.subarray(start, end);
    start = end;
  }
}

function countLines(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}

const level = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Compressed, and encrypted under the patient's key where there is one; `place` is authenticated. */
export function sealRows(lines: Buffer, key: Buffer | undefined, place: string): Buffer {
  const compressed = zstdCompressSync(lines, level);
  if (!key) return compressed;
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(compressed), cipher.final(), cipher.getAuthTag()]);
}

/** The lines again; throws where the key is another one or something was changed or moved. */
export function openRows(sealed: Buffer, key: Buffer | undefined, place: string): Buffer {
  if (!key) return zstdDecompressSync(sealed);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(-TAG));
  return zstdDecompressSync(Buffer.concat([decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()]));
}

/** What rows have in common whatever their order: how many, and the sum of their hashes. */
export type Sum = { rows: number; hash: bigint };
export const noRows: Sum = { rows: 0, hash: 0n };

export function addLines(sum: Sum, lines: Buffer): Sum {
  let { rows, hash } = sum;
  for (const line of linesOf(lines)) {
    hash += createHash('sha256').update(line).digest().readBigUInt64BE();
    rows += 1;
  }
  return { rows, hash: BigInt.asUintN(64, hash) };
}
