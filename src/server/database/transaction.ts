import { Kysely, PostgresDialect } from 'kysely';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { AppError } from '../settings/app-error.ts';
import { DatabaseAway } from './database-away.ts';
import { createPool, isSilence, START_PATIENCE_MS } from './pool.ts';
import type { Schema } from './schema.ts';

/** Typed queries on one connection. */
export type Db = Kysely<Schema>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Typed queries that `query` sends. */
function typedQueries(query: (text: string, values: unknown[]) => Promise<unknown>): Db {
  // Kysely gets this one connection and must not release it.
  const connection = { query, release: () => {} } as unknown as PoolClient;
  const pool = { connect: async () => connection, end: async () => {}, options: {} };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

/** Typed queries, one after the other, on a connection whose transaction another function has begun and ends. */
export function queriesOn(client: ClientBase): Db {
  let last: Promise<unknown> = Promise.resolve();
  return typedQueries((text, values) => {
    const answer = last.then(() => client.query(text, values));
    last = answer.catch(() => {});
    return answer;
  });
}

/**
 * Runs `work` in one transaction. BEGIN travels with the first statement of `work` (record 037). It fails only where the
 * connection fails, and then every later statement fails as well.
 */
function run<T>(pool: Pool, begin: string, work: (db: Db) => Promise<T>): Promise<T> {
  return onConnection(pool, async (client, db) => {
    const begun = client.query(begin);
    begun.catch(() => {});
    const answer = await work(db);
    await begun;
    await commit(client);
    return answer;
  });
}

/** Runs `work` on a connection of the pool. After a failure its transaction is rolled back, which shows whether it still works. */
async function onConnection<T>(pool: Pool, work: (client: PoolClient, db: Db) => Promise<T>): Promise<T> {
  const client = await connectionOf(pool);
  let broken: Error | undefined;
  try {
    return await work(
      client,
      typedQueries((text, values) => client.query(text, values)),
    );
  } catch (error) {
    broken = isSilence(error) ? (error as Error) : await rollback(client);
    throw broken && error instanceof Error && !(error instanceof AppError) ? new DatabaseAway(error) : error;
  } finally {
    client.release(broken);
  }
}

// Whatever keeps a connection from being made, no statement was sent.
async function connectionOf(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw error instanceof Error ? new DatabaseAway(error) : error;
  }
}

async function commit(client: PoolClient): Promise<void> {
  let command: string;
  try {
    ({ command } = await client.query('commit'));
  } catch (cause) {
    // R24: it is unknown whether the commit happened. Every write is safe to repeat.
    throw new AppError('unavailable', { cause });
  }
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed');
}

async function rollback(client: PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Runs `work` in one transaction that sees only the rows of one clinic (R14). */
export function withTenant<T>(pool: Pool, clinicId: string, work: (db: Db) => Promise<T>): Promise<T> {
  return run(pool, `begin; ${enter(clinicId)}`, work);
}

/** As `withTenant`, while all statements see one state of the database. */
export function withTenantSnapshot<T>(
  pool: Pool,
  clinicId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return run(pool, `begin isolation level repeatable read; ${enter(clinicId)}`, work);
}

function enter(clinicId: string): string {
  if (!uuid.test(clinicId)) throw new AppError('not_found');
  return `set local app.clinic_id = '${clinicId}'`;
}

/** Runs `work` in one transaction that sees no rows of clinics. For the list of clinics, catalogues and login limits. */
export function withoutTenant<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  return run(pool, 'begin', work);
}

/** Runs `work` in one transaction on a connection of its own, before the pools of the server are open. */
export async function onOwnConnection<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = createPool(url, { max: 1, patience: START_PATIENCE_MS, onError: () => {} });
  try {
    return await withoutTenant(pool, work);
  } finally {
    await pool.end();
  }
}

/**
 * Runs `work` in one reading transaction on one snapshot of the database; it may take ten minutes a statement. For
 * exports. It sees no rows of a clinic before `enterClinic`.
 */
export function withSnapshot<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const begin = 'begin isolation level repeatable read read only';
  const limits =
    "set local statement_timeout = '10min'; set local idle_in_transaction_session_timeout = '10min'";
  return run(pool, `${begin}; ${limits}`, work);
}

/** Runs one reading statement without a transaction. It sees no rows of clinics unless it enters a clinic itself. */
export function singleStatement<T>(pool: Pool, statement: (db: Db) => Promise<T>): Promise<T> {
  return onConnection(pool, (_client, db) => statement(db));
}
