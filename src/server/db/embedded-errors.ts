import { StartError } from '../start-error.ts';

const systemReasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a file of that name is in the way',
  ENAMETOOLONG: 'the path is too long',
};

/** The sentence for a folder or file that could not be made, read or written. */
export function folderError(path: string, error: unknown): StartError {
  // Node's file functions throw errors with a code; anything else has none and is shown as it is.
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(path, error);
  return new StartError(`The data folder ${path} cannot be used: ${systemReasons[code] ?? message}.`, {
    cause: error,
  });
}

function diskFull(path: string, cause?: unknown): StartError {
  return new StartError(
    `The disk of ${path} is full. Nothing was changed; free some space and start again.`,
    { cause },
  );
}

/** The sentence for a PostgreSQL that did not start, from what it wrote. */
export function postgresError(what: string, cluster: string, output: string): StartError {
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFull(cluster);
  return new StartError(`${what} in ${cluster}: ${lastReason(output)}. Nothing was changed.`);
}

function lastReason(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const fatal =
    lines.filter((line) => /\b(FATAL|PANIC|error):/.test(line)).at(-1) ??
    lines.at(-1) ??
    'it wrote no reason';
  return fatal.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '').replace(/\.$/, '');
}

/** The sentence for a database that runs but cannot be opened or written. */
export function databaseError(cluster: string, error: unknown): StartError {
  const { code = '', message } = error as { code?: string; message: string };
  if (code === '53100') return diskFull(cluster, error);
  return new StartError(`The database in ${cluster} cannot be opened: ${message}.`, { cause: error });
}
