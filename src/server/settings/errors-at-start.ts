import { StartError } from './start-error.ts';

// Codes of Node.js and SQLSTATE codes of PostgreSQL for errors that the operator can mend.
const reasons: Record<string, string> = {
  ECONNREFUSED: 'no server answers there',
  ECONNRESET: 'the server closed the connection',
  EHOSTUNREACH: 'the host cannot be reached',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ETIMEDOUT: 'the server does not answer',
  ERR_INVALID_URL: 'it is not an address like postgres://user:password@host:5432/database',
  '28P01': 'the password is wrong',
  '28000': 'the login is refused',
  '3D000': 'there is no database of that name',
  '25006': 'it is a standby or read-only',
  '42501': 'the login has too few rights',
  '53100': 'its disk is full',
  '53300': 'it has no connection left',
  '55P03': 'another program holds a lock on it. Try again later',
  '57P03': 'it is starting up or shutting down',
};

/** The StartError for a database error during the start. Any other error is returned unchanged. */
export function explainDatabaseError(error: unknown, databaseUrl: string | undefined): unknown {
  if (error instanceof StartError || !(error instanceof Error)) return error;
  const found = reasonOf(error);
  const reason = found && !isAddress(databaseUrl) ? reasons['ERR_INVALID_URL'] : found;
  if (reason === undefined) return error;
  return new StartError(`${nameOf(databaseUrl)} cannot be used: ${reason}.`, { cause: error });
}

/** Throws a StartError for a DATABASE_URL that is no address: pg would look for a host that the operator never wrote. */
export function refuseNoAddress(databaseUrl: string): void {
  if (!isAddress(databaseUrl))
    throw new StartError(`${nameOf(databaseUrl)} cannot be used: ${reasons['ERR_INVALID_URL']}.`);
}

// A path is a socket of this machine.
const isAddress = (databaseUrl = '/') => /^(\/|[a-z]+:\/\/)/i.test(databaseUrl);

/** The same for an error of PostgreSQL during the work, such as a full disk. An error of another kind keeps its stack. */
export function explainRefusal(error: unknown, databaseUrl: string | undefined): unknown {
  const { code = '' } = error as { code?: string };
  return /^[0-9A-Z]{5}$/.test(code) && code in reasons ? explainDatabaseError(error, databaseUrl) : error;
}

function reasonOf(error: Error & { code?: string }): string | undefined {
  const { code = '', message } = error;
  // PostgreSQL speaks of a timeout also where it waited for a lock, so its code counts first.
  if (reasons[code] !== undefined) return reasons[code];
  if (/timeout|timed out/.test(message)) return reasons['ETIMEDOUT'];
  if (message.startsWith('Connection terminated')) return reasons['ECONNRESET'];
  if (message.startsWith('The server does not support SSL'))
    return 'it does not offer the encrypted connection asked for';
  return /^[0-9A-Z]{5}$/.test(code) ? message : undefined;
}

// Leaves the password out of the address.
function nameOf(databaseUrl: string | undefined): string {
  if (databaseUrl === undefined) return 'The embedded database';
  const url = isAddress(databaseUrl) && URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
  return url
    ? `The database of DATABASE_URL (${url.username}@${url.host}${url.pathname})`
    : 'The database of DATABASE_URL';
}
