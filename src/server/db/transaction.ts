import { Kysely, PostgresDialect } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { AppError } from '../app-error.ts';
import { createPool, isSilence } from './pool.ts';
import type { Schema } from './schema.ts';

/** Typed queries on the one connection of a running transaction. */
export type Db = Kysely<Schema>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const typedClients = new WeakMap<PoolClient, Db>();

function typed(client: PoolClient): Db {
  const known = typedClients.get(client);
  if (known) return known;
  // Kysely gets this one connection and must not release it.
  const lent = { query: client.query.bind(client), release: () => {} } as unknown as PoolClient;
  const dialect = new PostgresDialect({
    pool: { connect: async () => lent, end: async () => {}, options: {} },
  });
  const db = new Kysely<Schema>({ dialect });
  typedClients.set(client, db);
  return db;
}

async function commit(client: PoolClient): Promise<void> {
  let result: { command: string };
  try {
    result = await client.query('commit');
  } catch (cause) {
    // R24: it is unknown whether the commit happened. Every write is safe to repeat.
    throw new AppError('unavailable', { cause });
  }
  if (result.command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed');
}

async function run<T>(pool: Pool, begin: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // BEGIN travels with the first statement of `work`. If it fails, every later statement fails, too.
    const begun = client.query(begin);
    begun.catch(() => {});
    const answer = await work(typed(client));
    await begun;
    await commit(client);
    return answer;
  } catch (error) {
    broken = isSilence(error) ? (error as Error) : await rollback(client);
    throw error;
  } finally {
    client.release(broken);
  }
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
  if (!uuid.test(clinicId)) throw new AppError('not_found');
  return run(pool, `begin; set local app.clinic_id = '${clinicId}'`, work);
}

/** Runs `work` in one transaction that sees no rows of clinics. For the list of clinics, catalogues and login limits. */
export function withoutTenant<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  return run(pool, 'begin', work);
}

/** Runs `work` in one transaction on a connection of its own, before the pools of the server are open. */
export async function onOwnConnection<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = createPool(url, { max: 1, onError: () => {} });
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
  const patience =
    "set local statement_timeout = '10min'; set local idle_in_transaction_session_timeout = '10min'";
  return run(pool, `${begin}; ${patience}`, work);
}

/** Runs one statement without a transaction, in one round trip. It sees no rows of clinics unless it sets one itself. */
export async function singleStatement<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(typed(client));
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
