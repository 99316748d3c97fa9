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

/** JSON lines in UTC on standard output, from `level` on. JSON escapes line breaks and control characters (R65). */
export function createLog(level: PublicConfig['log_level'], write: (line: string) => void): Log {
  const log = (at: 'info' | 'warn' | 'error') => (fields: object, message?: string) => {
    if (levels.indexOf(at) < levels.indexOf(level)) return;
    write(
      `${JSON.stringify({ time: new Date().toISOString(), level: at, message, ...fields }, describeErrors)}\n`,
    );
  };
  return { info: log('info'), warn: log('warn'), error: log('error') };
}

function describeErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack } = value;
  return { name, message, stack, code: (value as NodeJS.ErrnoException).code };
}
