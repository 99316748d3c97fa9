import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { StartError } from '../settings/start-error.ts';
import { damaged } from './backup-frames.ts';

/** The age recipients that a file is encrypted for. Only they can open it. */
export type Recipients = readonly [string, ...string[]];

/** An encrypted file on the disk. It has a temporary name until `keep` gives it its own. */
export type WrittenFile = { bytes: number; keep(): Promise<void>; discard(): Promise<void> };

// age-encryption is typed with the browser's streams. Those of Node.js are the same under another type.
type WebStream = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>;

/**
 * Writes pieces into an encrypted file of mode 0600, waits until they are on the disk, and compares the file with what
 * was sent. The file stands under `path` only after `keep`.
 */
export async function writeEncrypted(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  recipients: Recipients,
): Promise<WrittenFile> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) addRecipient(encrypter, recipient);
  const partial = `${path}.partial`;
  const discard = () => rm(partial, { force: true });
  const discardAndExplain = async (error: unknown): Promise<never> => {
    await discard();
    throw explained(error, path);
  };
  try {
    const plain = ReadableStream.from(inBigPieces(pieces)) as unknown as WebStream;
    const encrypted = (await encrypter.encrypt(plain)) as unknown as ReadableStream<Uint8Array>;
    const written = await writePieces(partial, encrypted);
    const read = await digestOf(partial);
    if (!read.equals(written.digest))
      throw new StartError(`the disk did not keep what was written to ${partial}`);
    return { bytes: written.bytes, discard, keep: () => takePlace(partial, path).catch(discardAndExplain) };
  } catch (error) {
    return discardAndExplain(error);
  }
}

// deploy/systemd/environment.example
const RECIPIENT_OF_EXAMPLE = 'age1...';
const STILL_EXAMPLE =
  'BACKUP_RECIPIENT still holds the example; write the recipient that `backup key` showed';

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch {
    if (recipient === RECIPIENT_OF_EXAMPLE) throw new StartError(STILL_EXAMPLE);
    throw new StartError(`"${recipient}" is no age recipient; one begins with age1`);
  }
}

// Each piece that passes the streams costs the same. A patient's rows are often a few hundred bytes, so they are joined.
const BIG = 256 * 1024;

async function* inBigPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length < BIG) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}

async function writePieces(path: string, pieces: AsyncIterable<Uint8Array>) {
  const digest = createHash('sha256');
  const file = await open(path, 'w', 0o600);
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      digest.update(piece);
      bytes += piece.length;
      await file.writeFile(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { digest: digest.digest(), bytes };
}

async function digestOf(path: string): Promise<Buffer> {
  const digest: Hash = createHash('sha256');
  for await (const piece of createReadStream(path)) digest.update(piece);
  return digest.digest();
}

async function takePlace(partial: string, path: string): Promise<void> {
  await rename(partial, path);
  // Windows cannot open a folder and does not need to.
  if (process.platform === 'win32') return;
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The content of an encrypted file in pieces. Throws a StartError if the identity does not open it or it was changed. */
export async function* readEncrypted(path: string, identity: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch {
    throw new StartError('the identity is no age identity; one begins with AGE-SECRET-KEY-');
  }
  const source = Readable.toWeb(createReadStream(path, { highWaterMark: BIG })) as unknown as WebStream;
  try {
    yield* (await decrypter.decrypt(source)) as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw refusal(error, path);
  }
}

function explained(error: unknown, path: string): unknown {
  if (error instanceof StartError || !isOfTheDisk(error)) return error;
  return new StartError(`${path}: ${error.message}`, { cause: error });
}

const diskErrors = /^E(NOSPC|DQUOT|IO|ROFS|FBIG|ACCES|PERM|NOENT|NOTDIR|ISDIR|MFILE)$/;

function isOfTheDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && diskErrors.test(String(error.code));
}

function refusal(error: unknown, path: string): unknown {
  if (error instanceof StartError || isOfTheDisk(error)) return explained(error, path);
  const { message } = error as Error;
  if (message.startsWith('no identity matched'))
    return new StartError(
      `the identity does not open ${path}: it was encrypted for somebody else, or changed`,
    );
  return damaged(`${path} does not decrypt (${message})`, error);
}
