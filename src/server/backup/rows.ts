import { createCipheriv, createDecipheriv, hash as hashOf, randomBytes } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { damaged } from './archive.ts';

const NEWLINE = 10;
const TAB = 9;
const NOBODY = '\\N';
const NONCE = 12;
const TAG = 16;
// Rows of one patient compress well together. Larger groups would only cost memory.
const MOST_BYTES = 256 * 1024;

/** Whole lines of one table, all of the same patient or of no patient. */
export type Rows = { patient: string | null; lines: Buffer };

/** Groups lines that begin with a patient's id, and are sorted by it, into rows of one patient each, without the id. */
export async function* groupByPatient(pieces: AsyncIterable<Buffer>): AsyncGenerator<Rows> {
  let patient: string | null = null;
  let lines: Buffer[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    for (const line of linesOf(piece)) {
      const tab = line.indexOf(TAB);
      const text = line.toString('latin1', 0, tab);
      const owner = text === NOBODY ? null : text;
      if (lines.length > 0 && (owner !== patient || bytes > MOST_BYTES)) {
        yield { patient, lines: Buffer.concat(lines) };
        lines = [];
        bytes = 0;
      }
      patient = owner;
      lines.push(line.subarray(tab + 1));
      bytes += line.length;
    }
  }
  if (lines.length > 0) yield { patient, lines: Buffer.concat(lines) };
}

/** The lines of a piece, each with its newline. The piece must end with a whole line. */
export function* linesOf(piece: Buffer): Generator<Buffer> {
  for (let start = 0; start < piece.length;) {
    const end = piece.indexOf(NEWLINE, start) + 1;
    yield piece.subarray(start, end);
    start = end;
  }
}

const level = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** Compresses lines, and encrypts them if a patient's key is given. `place` is authenticated. */
export function sealRows(lines: Buffer, key: Buffer | undefined, place: string): Buffer {
  const compressed = zstdCompressSync(lines, level);
  if (!key) return compressed;
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  return Buffer.concat([nonce, cipher.update(compressed), cipher.final(), cipher.getAuthTag()]);
}

/** The inverse of `sealRows`. Throws a StartError if the key is wrong, or the rows were changed or moved. */
export function openRows(sealed: Buffer, key: Buffer | undefined, place: string): Buffer {
  try {
    if (!key) return zstdDecompressSync(sealed);
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(-TAG));
    const opened = [decipher.update(sealed.subarray(NONCE, -TAG)), decipher.final()];
    return zstdDecompressSync(Buffer.concat(opened));
  } catch (error) {
    throw damaged(`rows of ${place} do not decrypt`, error);
  }
}

/** A sum of rows that does not depend on their order: their number and the sum of their hashes. */
export type Sum = { rows: number; hash: bigint };
export const noRows: Sum = { rows: 0, hash: 0n };

export function addLines(sum: Sum, lines: Buffer): Sum {
  let { rows, hash } = sum;
  for (const line of linesOf(lines)) {
    hash += hashOf('sha256', line, 'buffer').readBigUInt64BE();
    rows += 1;
  }
  return { rows, hash: BigInt.asUintN(64, hash) };
}
