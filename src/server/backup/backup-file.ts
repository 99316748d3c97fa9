import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { StartError } from '../settings/start-error.ts';
import { damaged } from './archive.ts';

/** The age recipients that a file is encrypted for. Only they can open it. */
export type Recipients = readonly [string, ...string[]];

// age-encryption is typed with the browser's streams. Those of Node.js are the same under another type.
type WebStream = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>;
type Pieces = AsyncIterable<Uint8Array>;

/**
 * Writes pieces into an encrypted file of mode 0600, waits until they are on the disk, and compares the file with what was
 * sent. Then it does `before`, and only then the file stands under `path`. Returns its length.
 */
export async function writeEncrypted(
  path: string,
  pieces: Pieces,
  recipients: Recipients,
  before: () => Promise<unknown> = async () => {},
): Promise<number> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) addRecipient(encrypter, recipient);
  const partial = `${path}.partial`;
  try {
    const plain = ReadableStream.from(pieces) as unknown as WebStream;
    const bytes = await writePieces(partial, (await encrypter.encrypt(plain)) as unknown as Pieces);
    await before();
    await rename(partial, path);
    await syncFolder(dirname(path));
    return bytes;
  } catch (error) {
    await rm(partial, { force: true });
    throw explained(error, path);
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

async function writePieces(path: string, pieces: Pieces): Promise<number> {
  const [sent, kept] = [createHash('sha256'), createHash('sha256')];
  const file = await open(path, 'w', 0o600);
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      sent.update(piece);
      bytes += piece.length;
      await file.writeFile(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  for await (const piece of createReadStream(path)) kept.update(piece);
  if (!kept.digest().equals(sent.digest()))
    throw new StartError(`the disk did not keep what was written to ${path}`);
  return bytes;
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder and does not need to.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const BIG = 256 * 1024;

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
    yield* (await decrypter.decrypt(source)) as unknown as Pieces;
  } catch (error) {
    if (error instanceof StartError || isOfTheDisk(error)) throw explained(error, path);
    const { message } = error as Error;
    throw message.startsWith('no identity matched')
      ? new StartError(`the identity does not open ${path}: it was encrypted for somebody else, or changed`)
      : damaged(`${path} does not decrypt (${message})`, error);
  }
}

function explained(error: unknown, path: string): unknown {
  return isOfTheDisk(error) ? new StartError(`${path}: ${error.message}`, { cause: error }) : error;
}

const diskErrors = /^E(NOSPC|DQUOT|IO|ROFS|FBIG|ACCES|PERM|NOENT|NOTDIR|ISDIR|MFILE)$/;

function isOfTheDisk(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && diskErrors.test(String(error.code));
}
