import type { PublicConfig } from '../contract/config.ts';
import type { Log } from './services.ts';

const levels = [
  'trace',
  'debug',
  'info',
  'warn',
  'error',
  'silent',
] as const satisfies PublicConfig['log_level'][];

/**
 * JSON lines in UTC on standard output, from `level` on; no line holds a control character (R65). Of one error, which may
 * come with every request while the database is away, only the first lines of each ten seconds are written; the next one
 * says how many were `left_out`. `elapsed` is a clock in milliseconds that is never set back.
 */
export function createLog(
  level: PublicConfig['log_level'],
  write: (line: string) => void,
  elapsed: () => number = () => performance.now(),
): Log {
  const leftOutBefore = countRepetitions(elapsed);
  const log = (at: 'info' | 'warn' | 'error') => (fields: object, message?: string) => {
    if (levels.indexOf(at) < levels.indexOf(level)) return;
    const leftOut = leftOutBefore(fields, message);
    if (leftOut === null) return;
    const line = JSON.stringify(
      {
        time: new Date().toISOString(),
        level: at,
        message,
        ...fields,
        ...(leftOut > 0 && { left_out: leftOut }),
      },
      describeErrors,
    );
    write(`${line.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, escaped)}\n`);
  };
  return { info: log('info'), warn: log('warn'), error: log('error') };
}

const WINDOW_MS = 10_000;
const MOST_IN_A_WINDOW = 20;
const MOST_KINDS = 1000;

/** How many lines like this one were left out before it; null where it is to be left out itself. Only errors ever are. */
function countRepetitions(elapsed: () => number) {
  const windows = new Map<string, { end: number; lines: number }>();
  return (fields: { err?: unknown }, message = ''): number | null => {
    if (!(fields.err instanceof Error)) return 0;
    const kind = kindOf(fields.err, message);
    const window = windows.get(kind);
    if (window && elapsed() < window.end) return ++window.lines > MOST_IN_A_WINDOW ? null : 0;
    if (windows.size >= MOST_KINDS) windows.clear();
    windows.set(kind, { end: elapsed() + WINDOW_MS, lines: 1 });
    return Math.max(0, (window?.lines ?? 0) - MOST_IN_A_WINDOW);
  };
}

// By what it is and where it was raised: a message may hold anything.
function kindOf(error: Error, message: string): string {
  const { code } = error as { code?: unknown };
  return [message, error.name, code, framesOf(error)[0]].join(' ');
}

const framesOf = ({ stack = '' }: Error) => stack.split('\n').filter((line) => /^\s+at /.test(line));

// JSON escapes the others itself.
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// Not the error as it is: the detail of a database error holds the row that was refused.
function describeErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name } = value;
  const { code, constraint, table } = value as { code?: unknown; constraint?: unknown; table?: unknown };
  return { name, message: harmless(value, code), code, constraint, table, stack: framesOf(value) };
}

const DATA_EXCEPTION = /^22/;
// Tables, columns and the like, which are ours.
const NAME = /^[a-z_][a-z0-9_.]*$/;

/** The message of an error without what somebody typed: parsers and the database repeat the text they refuse. */
function harmless(error: Error, code: unknown): string {
  if (error instanceof SyntaxError || DATA_EXCEPTION.test(String(code))) return 'a text could not be read';
  return error.message
    .replaceAll(/\S+@\S+/g, '[address]')
    .replaceAll(/\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4}/g, '[date]')
    .replaceAll(/(["'`])(.*?)\1/g, (quoted, _quote, text) => (NAME.test(text) ? quoted : '[text]'));
}
