import { StartError } from '../settings/start-error.ts';

const systemReasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a file of that name is in the way',
  ENOENT: 'it cannot be made there',
  ENAMETOOLONG: 'the path is too long',
};

/** The sentence for a folder or file that could not be created, read or written. */
export function folderError(path: string, error: unknown): StartError {
  // Errors of Node's file functions have a code. An error without one is shown unchanged.
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

/** The sentence for a PostgreSQL that did not start, taken from its output. */
export function postgresError(cluster: string, problem: string, output: string): StartError {
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFull(cluster);
  return new StartError(`The database in ${cluster} ${problem}: ${reasonIn(output)}. Nothing was changed.`);
}

// "2026-01-01 00:00:00 UTC [17] FATAL:  the reason", "initdb: error: the reason" or "postgres: the reason"
const severity = /^.*?\b(?:FATAL|PANIC|error):\s*/;
const program = /^(?:postgres|initdb|setpriv): /;
// Messages to clients that connected too early. They are not the reason of the failure.
const turnedAway =
  /the database system is (?:starting up|shutting down|not yet accepting connections|in recovery mode)/;

function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !turnedAway.test(line));
  const line =
    lines.find((text) => severity.test(text)) ?? lines.find((text) => program.test(text)) ?? lines.at(-1);
  return (line ?? 'it gave no reason').replace(severity, '').replace(program, '').replace(/\.$/, '');
}

/** The sentence for a running database that cannot be opened or written. */
export function databaseError(cluster: string, error: unknown): StartError {
  const { code = '', message } = error as { code?: string; message: string };
  if (code === '53100') return diskFull(cluster, error);
  return new StartError(`The database in ${cluster} cannot be opened: ${message}.`, { cause: error });
}

const passing = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03']);

// The driver's own errors have no code. The second message belongs to a query after its connection broke.
const brokenConnection = /^Connection terminated|^Client has encountered a connection error/;

/** True if a connection failed only because the server is starting or stopping. */
export function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  return code === undefined ? brokenConnection.test(message) : passing.has(code);
}
