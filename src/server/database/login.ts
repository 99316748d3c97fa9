import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { StartError } from '../settings/start-error.ts';
import { onOwnConnection, type Db } from './transaction.ts';

/** The secret of the login that the server makes for itself. A new key version makes a new login. */
export type LoginSecret = { version: number; password: string };

const LOGIN_LOCK = 7_203_442;
const APP = 'resonanz_app';

/**
 * The address that the server's connections log in with (R12, record 047). A login of `url` that may do more than the
 * server's work is used once: it makes a login of the server's own, which is a member of `resonanz_app` and nothing else.
 */
export async function harmlessAddress(url: string, secret: LoginSecret): Promise<string> {
  const { login, danger } = await rightsOf(url);
  if (danger === undefined) return url;
  const name = await onOwnConnection(url, (db) => makeLogin(db, secret)).catch((error: unknown) => {
    if (codeOf(error) !== '42501') throw error;
    throw tooMuch(login, danger);
  });
  const own = `${url}${url.includes('?') ? '&' : '?'}user=${name}&password=${secret.password}`;
  const { danger: left } = await rightsOf(own).catch((error: unknown) => refuseToLogIn(name, error));
  if (left !== undefined) throw tooMuch(name, left);
  return own;
}

function tooMuch(login: string, danger: string): StartError {
  return new StartError(
    `The database login ${login} has too many rights: ${danger}. ` +
      `Give DATABASE_URL a login that is a member of ${APP} only, or one that may create roles (see docs/install.md).`,
  );
}

// Refusals of the login: a rule of pg_hba.conf, a wrong password, no right to connect.
const REFUSALS = new Set(['28000', '28P01', '42501', '08P01']);

function refuseToLogIn(name: string, error: unknown): never {
  if (!REFUSALS.has(codeOf(error) ?? '')) throw error;
  throw new StartError(
    `The database refuses the login ${name}, which the server has made for itself: ${(error as Error).message}. ` +
      `Let pg_hba.conf accept it, or give DATABASE_URL a login that is a member of ${APP} only.`,
    { cause: error },
  );
}

const codeOf = (error: unknown) => (error as { code?: string }).code;

/** Refuses an address whose connections do not get the role and the limits that the server asks for (record 296). */
export async function refuseLostSettings(url: string): Promise<void> {
  const kept = await onOwnConnection(url, isApp).catch((error: Error) => {
    if (/unsupported startup parameter/.test(error.message)) return false;
    throw error;
  });
  if (kept) return;
  throw new StartError(
    'Connections to the database lose the role and the time limits that the server gives them. ' +
      'DATABASE_URL must lead to PostgreSQL itself or through HAProxy, not through PgBouncer, and must have no "options".',
  );
}

async function isApp(db: Db): Promise<boolean> {
  const { rows } = await sql<{ role: string }>`SELECT current_user AS role`.execute(db);
  return rows[0]?.role === APP;
}

/** The login of an address, and what it may do that the server's work does not need. */
export const rightsOf = (url: string) => onOwnConnection(url, findRights);

// Membership counts even where it does not inherit, because SET ROLE makes it a right. Every predefined role of PostgreSQL
// (pg_read_server_files, pg_database_owner …) gives more than the server needs.
async function findRights(db: Db): Promise<{ login: string; danger: string | undefined }> {
  const { rows } = await sql<{ login: string; role: string | null; danger: string }>`
    SELECT session_user AS login, dangerous.* FROM (SELECT) AS always LEFT JOIN (
      SELECT rolname AS role, CASE
        WHEN rolsuper THEN 'is superuser'
        WHEN rolbypassrls THEN 'bypasses row-level security'
        WHEN rolreplication THEN 'may copy the whole database'
        WHEN rolcreaterole THEN 'may create roles'
        WHEN starts_with(rolname, 'pg_') THEN 'has rights of the operator'
        WHEN oid IN (SELECT relowner FROM pg_class WHERE relnamespace = 'public'::regnamespace
          UNION SELECT proowner FROM pg_proc WHERE pronamespace = 'public'::regnamespace) THEN 'owns tables'
      END AS danger
      FROM pg_roles WHERE pg_has_role(session_user, oid, 'MEMBER')
    ) AS dangerous ON danger IS NOT NULL
    ORDER BY role = session_user DESC, role LIMIT 1`.execute(db);
  const { login, role, danger } = rows[0]!;
  if (role === null) return { login, danger: undefined };
  return { login, danger: role === login ? `it ${danger}` : `it is a member of ${role}, which ${danger}` };
}

/** Creates the login, or gives it the password again. Returns its name, which is unique in the server of the database. */
async function makeLogin(db: Db, { version, password }: LoginSecret): Promise<string> {
  await sql`SET LOCAL ROLE NONE`.execute(db);
  await sql`SELECT pg_advisory_xact_lock(${LOGIN_LOCK})`.execute(db);
  const { rows } = await sql<{ oid: string; database: string }>`
    SELECT oid::text, datname AS database FROM pg_database WHERE datname = current_database()`.execute(db);
  const { oid, database } = rows[0]!;
  const name = `resonanz_web_${oid}_v${version}`;
  const [role, secret] = [sql.id(name), sql.lit(scramVerifier(password))];
  const found = await sql`SELECT FROM pg_roles WHERE rolname = ${name}`.execute(db);
  if (found.rows.length === 0)
    await sql`CREATE ROLE ${role} NOSUPERUSER NOBYPASSRLS NOREPLICATION NOCREATEROLE NOCREATEDB`.execute(db);
  await sql`ALTER ROLE ${role} LOGIN PASSWORD ${secret}`.execute(db);
  await sql`GRANT ${sql.id(APP)} TO ${role}`.execute(db);
  const connects = await sql<{
    may: boolean;
  }>`SELECT has_database_privilege(${name}, ${database}, 'CONNECT') AS may`.execute(db);
  if (!connects.rows[0]?.may) await sql`GRANT CONNECT ON DATABASE ${sql.id(database)} TO ${role}`.execute(db);
  return name;
}

const ITERATIONS = 4096;

/** What PostgreSQL stores of a password (RFC 5803). Made here, so that no statement and no log holds the password. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const part = (use: string) => createHmac('sha256', salted).update(use).digest();
  const stored = createHash('sha256').update(part('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${part('Server Key').toString('base64')}`;
}
