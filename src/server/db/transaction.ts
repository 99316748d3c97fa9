import { Kysely, PostgresDialect } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { AppError } from '../app-error.ts';
import { isSilence } from './pool.ts';
import type { Schema } from './schema.ts';

/** Typed queries on the one connection of a running transaction. */
export type Db = Kysely<Schema>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const typedClients = new WeakMap<PoolClient, Db>();

function typed(client: PoolClient): Db {
  const known = typedClients.get(client);
  if (known) return known;
  // Kysely only sees this one connection, and may not give it back.
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
    // R24: whether it was committed is unknown; every write is safe to repeat.
    throw new AppError('unavailable', { cause });
  }
  if (result.command !== 'COMMIT') throw new Error('the transaction was rolled back instead of committed');
}

async function run<T>(pool: Pool, begin: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // On its way together with the first statement of `work`. Where it fails, so do all that follow.
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

/** Runs `work` in one transaction that sees the rows of one clinic only (R14). Begin and setting go in one round trip. */
export function withTenant<T>(pool: Pool, clinicId: string, work: (db: Db) => Promise<T>): Promise<T> {
  if (!uuid.test(clinicId)) throw new AppError('not_found');
  return run(pool, `begin; set local app.clinic_id = '${clinicId}'`, work);
}

/** Runs `work` in one transaction that sees no clinic's rows: for clinics, catalogues and login limits. */
export function withoutTenant<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  return run(pool, 'begin', work);
}

/**
 * Runs `work` in one transaction that only reads and sees one state of the database however long it takes; for exports. It
 * sees no clinic's rows until it enters a clinic.
 */
export function withSnapshot<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const begin = 'begin isolation level repeatable read read only';
  const patience =
    "set local statement_timeout = '10min'; set local idle_in_transaction_session_timeout = '10min'";
  return run(pool, `${begin}; ${patience}`, work);
}

/** One statement on its own, in one round trip. It sees the rows of no clinic unless the statement sets one itself. */
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
