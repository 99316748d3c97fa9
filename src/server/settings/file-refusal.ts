import { isUtf8 } from 'node:buffer';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { withoutByteOrderMark } from '../../domain/byte-order-mark.ts';

/**
 * The text of a file that a person wrote, whatever their editor put before it. Throws the error of the system, or one that
 * names the kind of a file that is no UTF-8: read as it is, its umlauts would be lost without a word.
 */
export function readTextFile(path: string): string {
  const bytes = readFileSync(path);
  const refusal = textRefusal(bytes);
  if (refusal) throw new Error(refusal.reason);
  return withoutByteOrderMark(bytes.toString('utf8'));
}

/** A file of a person, of which its reader decides whether it is a text. */
export const readBytesOf = (path: string): Uint8Array => readFileSync(path);

/** Why the bytes cannot be read as text, and the line; undefined for UTF-8. */
export function textRefusal(
  bytes: Uint8Array,
): { readonly line: number; readonly reason: string } | undefined {
  const text = Buffer.from(bytes).toString('utf8');
  if (text.startsWith('PK\u0003\u0004'))
    return { line: 1, reason: 'it is an Excel file or a ZIP archive, not a text' };
  if (/^(?:\u{FFFD}{2}|[^]?\0)/u.test(text))
    return { line: 1, reason: 'it is UTF-16, or no text: save it as UTF-8' };
  if (isUtf8(bytes)) return undefined;
  const line = text.slice(0, text.indexOf('\uFFFD')).split('\n').length;
  return {
    line,
    reason: `line ${line} has signs that are no UTF-8 (Windows-1252?): save the file as UTF-8`,
  };
}

/** Why a file cannot be read or written, in words that name the user and the way out. Other errors keep their own words. */
export function whyNot(error: unknown, way: 'read' | 'write', path: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const file = resolve(path);
  if (code === 'EACCES' || code === 'EPERM') return whoMayNot(way, file);
  if (code === 'EEXIST') return `there is a file ${file} already`;
  if (way === 'write' && code === 'ENOENT') return `there is no folder ${dirname(file)}; make it first`;
  return message;
}

function whoMayNot(way: 'read' | 'write', file: string): string {
  const user = userName();
  const closed = foldersOf(file).find((folder) => existsSync(folder) && !mayEnter(folder));
  if (closed !== undefined)
    return `the user ${user} may not enter the folder ${closed}; ${orElse(closed, user)}`;
  if (existsSync(file)) return `the user ${user} may not ${way} ${file}; call: chown ${user} ${file}`;
  const folder = foldersOf(file).findLast((one) => existsSync(one)) ?? file;
  return `the user ${user} may not write into the folder ${folder}; ${orElse(folder, user)}`;
}

// Folders such as /etc, /root and /var/lib never belong to the user of the server.
const orElse = (folder: string, user: string) =>
  foldersOf(folder).length < 3 ? 'name another one' : `name another one, or call: chown ${user} ${folder}`;

/** The folders that lead to a file, from the root on. */
function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === file ? [] : [...foldersOf(folder), folder];
}

function mayEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// The user of a container may have a number only.
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
