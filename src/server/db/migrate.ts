import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { DatabaseClient } from '../database-client.ts';
import { StartError } from '../start-error.ts';

const folder = new URL('../../../migrations/', import.meta.url);
const OLDEST_POSTGRES = 15;
const MIGRATION_LOCK = 7_203_441;

/** The migrations of this version of the program, in order. */
export function migrationFiles(): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{3}_.*\.sql$/.test(name))
    .sort();
}

// Roles belong to the whole server. If two databases are migrated at once, both must find or create them.
const roles = `
DO $$
DECLARE r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['resonanz_owner', 'resonanz_app', 'resonanz_audit_reader'] LOOP
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = r) THEN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE', r);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
    BEGIN
      IF NOT pg_has_role(current_user, r, 'USAGE') THEN EXECUTE format('GRANT %I TO CURRENT_USER', r); END IF;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END LOOP;
END $$`;

const grants = `
GRANT USAGE, CREATE ON SCHEMA public TO resonanz_owner;
GRANT USAGE ON SCHEMA public TO resonanz_app, resonanz_audit_reader`;

/**
 * Migrates the database at `adminUrl` to the newest migration of this program, or runs only those of a set. Returns the
 * names of the migrations that ran.
 */
export function migrate(adminUrl: string, only?: ReadonlySet<string>): Promise<string[]> {
  return onConnection(adminUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return runPending(client, only);
  });
}

/** Refuses a database that lacks migrations of this program. */
export function refuseUnmigrated(url: string): Promise<void> {
  return onConnection(url, async (client) => {
    const missing = pendingAfter(await appliedMigrations(client)).length;
    if (missing > 0)
      throw new StartError(
        `The database lacks ${missing} migrations of this program. Call: npm run manage -- migrate`,
      );
  });
}

async function onConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: 'resonanz-migrate',
    connectionTimeoutMillis: 10_000,
  });
  // A broken connection makes the running query fail, so this event needs no answer.
  client.on('error', () => {});
  await client.connect();
  try {
    await refuseOldServer(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function refuseOldServer(client: Client): Promise<void> {
  const { rows } = await client.query('SHOW server_version_num');
  const version = Math.floor(Number(rows[0].server_version_num) / 10_000);
  if (version >= OLDEST_POSTGRES) return;
  throw new StartError(
    `The database server is PostgreSQL ${version}; at least ${OLDEST_POSTGRES} is needed.`,
  );
}

async function runPending(client: Client, only?: ReadonlySet<string>): Promise<string[]> {
  const pending = pendingAfter(await appliedMigrations(client)).filter((name) => only?.has(name) ?? true);
  if (pending.length === 0) return [];
  await prepareRoles(client);
  for (const name of pending) await runMigration(client, name);
  return pending;
}

function pendingAfter(done: ReadonlySet<string>): string[] {
  const files = migrationFiles();
  const unknown = [...done].filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database was migrated by a newer version of this program (${unknown.join(', ')}). Start that version.`,
    );
  }
  return files.filter((name) => !done.has(name));
}

async function appliedMigrations(client: Client): Promise<Set<string>> {
  const { rows } = await client.query(
    `SELECT to_regclass('public.schema_migrations') IS NOT NULL AS present`,
  );
  if (!rows[0].present) return new Set();
  const applied = await client.query('SELECT name FROM public.schema_migrations');
  return new Set(applied.rows.map((row) => row.name));
}

async function prepareRoles(client: Client): Promise<void> {
  try {
    await client.query(roles);
    await client.query(grants);
    await client.query(`SET ROLE resonanz_owner;
      CREATE TABLE IF NOT EXISTS public.schema_migrations (name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now());
      GRANT SELECT ON public.schema_migrations TO resonanz_app; RESET ROLE`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new StartError(
      'The database login may not create roles and tables. Migrate once with an administrator: ' +
        'DATABASE_URL=… npm run manage -- migrate (see docs/operations.md).',
    );
  }
}

async function runMigration(client: Client, name: string): Promise<void> {
  const statements = readFileSync(new URL(name, folder), 'utf8');
  await client.query('BEGIN');
  try {
    await client.query(
      `SET LOCAL ROLE resonanz_owner; SET LOCAL lock_timeout = '3s'; SET LOCAL search_path = public`,
    );
    await client.query(statements);
    await client.query('INSERT INTO public.schema_migrations (name) VALUES ($1)', [name]);
    await client.query('COMMIT');
  } catch (error) {
    // If the connection is lost the database rolls back by itself. The error below is the reason.
    await client.query('ROLLBACK').catch(() => {});
    throw new StartError(`Migration ${name} failed and was undone: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
