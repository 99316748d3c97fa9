import type { PublicConfig } from '../../contract/config.ts';

export type Log = {
  info(fields: object, message?: string): void;
  warn(fields: object, message?: string): void;
  error(fields: object, message?: string): void;
};

const levels = [
  'trace',
  'debug',
  'info',
  'warn',
  'error',
  'silent',
] as const satisfies PublicConfig['log_level'][];

/**
 * Writes JSON lines in UTC to standard output, from `level` on, without control characters (R65). While the database is
 * away every request may log the same error, so only its first lines of each ten seconds are written; the next line
 * counts the omitted ones in `left_out`. `elapsed` is a monotonic clock in milliseconds.
 */
export function createLog(
  level: PublicConfig['log_level'],
  write: (line: string, isUrgent: boolean) => void,
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
    write(`${line.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, escaped)}\n`, at !== 'info');
  };
  return { info: log('info'), warn: log('warn'), error: log('error') };
}

const GATHER_MS = 50;
const MOST_GATHERED = 65_536;

/**
 * Writes lines together, at most 50 ms later, because each write costs a busy server as much as a query. An urgent line
 * takes those before it along at once. `flush` writes what is left; the end of the process calls it.
 */
export function gatherLines(write: (lines: string) => void) {
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const gathered = lines;
    lines = '';
    if (gathered !== '') write(gathered);
  };
  const add = (line: string, isUrgent: boolean) => {
    lines += line;
    if (isUrgent || lines.length > MOST_GATHERED) flush();
    else timer ??= setTimeout(flush, GATHER_MS).unref();
  };
  return Object.assign(add, { flush });
}

const WINDOW_MS = 10_000;
const MOST_IN_A_WINDOW = 20;
const MOST_KINDS = 1000;

/** The number of equal lines omitted before this one, or null if this one is omitted. Only errors are omitted. */
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

// Equal errors have the same kind and place. Messages may differ.
function kindOf(error: Error, message: string): string {
  const { code } = error as { code?: unknown };
  return [message, error.name, code, framesOf(error)[0]].join(' ');
}

const framesOf = ({ stack = '' }: Error) => stack.split('\n').filter((line) => /^\s+at /.test(line));

// JSON escapes all other control characters.
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// Never the whole error, because the detail of a database error holds the refused row.
function describeErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name } = value;
  const { code, constraint, table } = value as { code?: unknown; constraint?: unknown; table?: unknown };
  return { name, message: harmless(value, code), code, constraint, table, stack: framesOf(value) };
}

const DATA_EXCEPTION = /^22/;
// No text was refused, but a number: out of range, a division by zero, a sequence at its end.
const OF_NUMBERS = /^22(003|012|00H)$/;
// Names of tables and columns, which hold no data.
const NAME = /^[a-z_][a-z0-9_.]*$/;
// A quoted text may hold an escaped quote.
const QUOTED = /(["'`])((?:\\[^]|(?!\1)[^\\])*)\1/g;

/**
 * The message of an error without entries of users: parsers and the database repeat the text that they refuse. The
 * words of a developer are plain ASCII.
 */
function harmless(error: Error, code: unknown): string {
  const isOfText = DATA_EXCEPTION.test(String(code)) && !OF_NUMBERS.test(String(code));
  if (error instanceof SyntaxError || isOfText) return 'a text could not be read';
  return error.message
    .replaceAll(/\S+@\S+/g, '[address]')
    .replaceAll(/\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4}/g, '[date]')
    .replaceAll(QUOTED, (quoted, _quote, text) => (NAME.test(text) ? quoted : '[text]'))
    .replaceAll(/[^\0-\u007f]+/g, '[text]');
}
