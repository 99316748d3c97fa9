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

/** JSON lines in UTC on standard output, from `level` on; no line holds a control character (R65). */
export function createLog(level: PublicConfig['log_level'], write: (line: string) => void): Log {
  const log = (at: 'info' | 'warn' | 'error') => (fields: object, message?: string) => {
    if (levels.indexOf(at) < levels.indexOf(level)) return;
    const line = JSON.stringify(
      { time: new Date().toISOString(), level: at, message, ...fields },
      describeErrors,
    );
    write(`${line.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, escaped)}\n`);
  };
  return { info: log('info'), warn: log('warn'), error: log('error') };
}

// JSON escapes the others itself.
function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// Not the error as it is: the detail of a database error holds the row that was refused.
function describeErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, stack = '' } = value;
  const { code, constraint, table } = value as { code?: unknown; constraint?: unknown; table?: unknown };
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { name, message: harmless(value, code), code, constraint, table, stack: frames };
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
