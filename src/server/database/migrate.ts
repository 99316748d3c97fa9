import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { DatabaseClient } from './client.ts';
import { StartError } from '../settings/start-error.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const OLDEST_POSTGRES = 15;
const MIGRATION_LOCK = 7_203_441;
// The lock ends with its transaction.
const BEGIN_ALONE = `BEGIN; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`;

// The database has the tables of every extension in the tree, also of one that the list does not name: what it once stored
// stays under the rules of clinics, keys, backups and erasures (record 310). The numbers are one sequence.
const paths: Readonly<Record<string, string>> = Object.fromEntries(
  globSync('{migrations,src/extensions/*/migrations}/[0-9][0-9][0-9]_*.sql', { cwd: root }).map((path) => [
    basename(path),
    `${root}${path}`,
  ]),
);

/** The names of the migrations of this version of the program, in order. */
export function migrationFiles(): string[] {
  return Object.keys(paths).sort();
}

/** The statements of a migration. Throws for an unknown name. */
export function migrationText(name: string): string {
  const path = paths[name];
  if (path === undefined) throw new Error(`there is no migration ${name}`);
  return readFileSync(path, 'utf8');
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
  return onConnection(adminUrl, (client) => runPending(client, only));
}

/** The migrations of a database, in order; none if it is blank. */
export function appliedMigrations(url: string): Promise<string[]> {
  return onConnection(url, async (client) => [...(await appliedOn(client)).keys()].sort());
}

/** Refuses a database that lacks migrations of this program, or that this program is too old for. */
export function refuseUnmigrated(url: string): Promise<void> {
  return onConnection(url, async (client) => {
    const missing = pendingAfter(await appliedOn(client)).length;
    if (missing > 0)
      throw new StartError(
        `The database lacks ${missing} migrations of this program. Call: npm run manage -- migrate`,
      );
  });
}

const TOUCHES =
  /\b(?:ALTER TABLE(?: ONLY)?(?: IF EXISTS)?|CREATE (?:UNIQUE )?INDEX (?:\w+ )?ON|UPDATE|DELETE FROM|INSERT INTO|LOCK TABLE|DROP TABLE)\s+(\w+)/g;

export type PlannedMigration = { migration: string; touches: string };

/** What `migrate` would run, with the present tables that each migration locks or writes and their size. Changes nothing. */
export function planMigrations(url: string): Promise<PlannedMigration[]> {
  return onConnection(url, async (client) => {
    const pending = pendingAfter(await appliedOn(client));
    const { rows } = await client.query<{ name: string; size: string }>(
      `SELECT relname AS name, greatest(reltuples, 0)::bigint || ' rows, ' || pg_size_pretty(pg_total_relation_size(oid)) AS size
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    );
    const sizes = new Map(rows.map(({ name, size }) => [name, size]));
    return pending.map((migration) => {
      const named = new Set([...migrationText(migration).matchAll(TOUCHES)].map(([, table = '']) => table));
      const present = [...named].filter((table) => sizes.has(table));
      return { migration, touches: present.map((table) => `${table} (${sizes.get(table)})`).join(', ') };
    });
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
  const pending = pendingAfter(await appliedOn(client)).filter((name) => only?.has(name) ?? true);
  if (pending.length === 0) return [];
  await prepareRoles(client);
  const done: string[] = [];
  for (const name of pending) if (await runPastDeadlocks(client, name)) done.push(name);
  return done;
}

/** The migrations of a database; `needs` names the one that a program must know to work beside it (record 145). */
type Applied = ReadonlyMap<string, { needs: string | null }>;

/** Every database of a trial version knows this migration, and no later one does (record 293). */
const TRIAL = '003_provisional_secrets.sql';

function refuseTrial(applied: Applied): void {
  if (applied.has(TRIAL))
    throw new StartError(
      'This data was written by a trial version before 0.2.0, which this program does not read: export what you need with that ' +
        'version (npm run manage -- export), then start on an empty database with a new DATA_DIR.',
    );
}

function pendingAfter(done: Applied): string[] {
  refuseTrial(done);
  const files = migrationFiles();
  const pending = files.filter((name) => !done.has(name));
  const unknown = [...done.keys()].filter((name) => !files.includes(name));
  const breaking = unknown.filter((name) => {
    const needs = done.get(name)?.needs ?? null;
    return needs !== null && !files.includes(needs);
  });
  // A program that lacks migrations and has others is no earlier version.
  const strange = pending.length > 0 ? unknown : breaking;
  if (strange.length > 0)
    throw new StartError(
      `The database was migrated by a newer version of this program (${strange.join(', ')}). Start that version.`,
    );
  return pending;
}

async function appliedOn(client: Client): Promise<Applied> {
  const { rows } = await client.query(
    `SELECT to_regclass('public.schema_migrations') IS NOT NULL AS present`,
  );
  if (!rows[0].present) return new Map();
  // An early trial version made the table without the column.
  const applied = await client.query(
    `SELECT name, to_jsonb(one) ->> 'needs' AS needs FROM public.schema_migrations AS one`,
  );
  return new Map(applied.rows.map(({ name, needs }) => [name, { needs }]));
}

async function prepareRoles(client: Client): Promise<void> {
  try {
    await client.query(BEGIN_ALONE);
    await client.query(roles);
    await client.query(grants);
    await client.query(`SET LOCAL ROLE resonanz_owner;
      CREATE TABLE IF NOT EXISTS public.schema_migrations (
        name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now(), needs text);
      GRANT SELECT ON public.schema_migrations TO resonanz_app; COMMIT`);
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new StartError(
      'The database login may not create roles and tables. Migrate once with an administrator: ' +
        'DATABASE_URL=… npm run manage -- migrate (see docs/install.md). If it is one, this PostgreSQL may hold another ' +
        'installation, whose roles belong to another administrator: each installation needs a PostgreSQL of its own.',
    );
  }
}

const NEEDS = /^-- needs: (\d{3}_\S+\.sql)$/m;

/** The earlier migration that a program must know to work beside this one: where this one takes something away. */
function neededBy(name: string): string | null {
  return NEEDS.exec(migrationText(name))?.[1] ?? null;
}

const DEADLOCK = '40P01';
const TRIES = 5;
const PAUSE_MS = 500;

// A server that goes on during an update locks the same tables, in an order of its own. The database then undid the migration
// as a whole, and between two tries the calls of the server end.
async function runPastDeadlocks(client: Client, name: string): Promise<boolean> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await runMigration(client, name);
    } catch (error) {
      const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
      if (tried === TRIES || code !== DEADLOCK) throw error;
      await pause(PAUSE_MS * tried);
    }
  }
}

/** Runs one migration, unless another process has run it meanwhile. */
async function runMigration(client: Client, name: string): Promise<boolean> {
  const statements = migrationText(name);
  try {
    await client.query(BEGIN_ALONE);
    await client.query(
      `SET LOCAL ROLE resonanz_owner; SET LOCAL lock_timeout = '3s'; SET LOCAL search_path = public`,
    );
    const insert = `INSERT INTO public.schema_migrations (name, needs) VALUES ($1, $2) ON CONFLICT DO NOTHING`;
    const { rowCount } = await client.query(insert, [name, neededBy(name)]);
    if (rowCount === 1) await client.query(statements);
    await client.query('COMMIT');
    return rowCount === 1;
  } catch (error) {
    // If the connection is lost the database rolls back by itself. The error below is the reason.
    await client.query('ROLLBACK').catch(() => {});
    throw new StartError(`Migration ${name} failed and was undone: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
