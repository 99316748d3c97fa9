import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { StartError } from './start-error.ts';

// What the variables of the environment may say; `main.ts` and the operator's commands read them. A wrong value stops the
// start: a switch that is silently off, or an address nobody can reach, is noticed too late.

export function readPort(text: string | undefined): number {
  if (!text) return 8080;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new StartError(`PORT must be a number from 0 to 65535, not "${text}".`);
}

/** Whether a switch is on: `1` or `true`; unset, empty, `0` and `false` are off. */
export function readSwitch(name: string, text: string | undefined): boolean {
  if (text === '1' || text === 'true') return true;
  if (!text || text === '0' || text === 'false') return false;
  throw new StartError(`${name} must be 1 or 0, not "${text}".`);
}

/** The origin people type, without the slash at its end; undefined where it is not set. */
export function readPublicOrigin(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  if (isOrigin) return url.origin;
  throw new StartError(
    `PUBLIC_ORIGIN must be an address without a path, like https://resonanz.klinik.example, not "${text}".`,
  );
}

// Nobody else reads it; as root the database's account must get through.
const FOLDER_MODE = process.getuid?.() === 0 ? 0o711 : 0o700;

/** Makes the folder where there is none. */
export function makeDataDirectory(path: string): string {
  try {
    makeFolder(path);
    return path;
  } catch (error) {
    throw new StartError(
      `The data folder ${path} cannot be used: ${(error as Error).message}. Set DATA_DIR to a writable folder.`,
    );
  }
}

// Not `recursive`: Node.js then never comes back from below /proc, and no signal stops it.
function makeFolder(path: string): void {
  const parent = dirname(path);
  if (parent !== path && !isFolder(parent)) makeFolder(parent);
  try {
    if (!isFolder(path)) mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process may have made it a moment ago.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
