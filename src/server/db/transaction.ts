import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { AppError } from '../app-error.ts';
import { beginOn, createPool, isCarrying, isSilence } from './pool.ts';
import type { Schema } from './schema.ts';

/** Typed queries on the one connection of a running transaction. */
export type Db = Kysely<Schema>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A statement that travels with BEGIN, and what its rows decide. If `decide` throws, there was no transaction. */
export type Admission<Row> = {
  statement: (db: Db) => CompiledQuery<Row>;
  decide: (rows: readonly Row[]) => void;
};

/** A connection with its typed queries. `admitted` holds back every answer until the admission is decided. */
type Lent = { db: Db; admitted: Promise<void> | undefined };
const lentClients = new WeakMap<PoolClient, Lent>();

function lend(client: PoolClient): Lent {
  const known = lentClients.get(client);
  if (known) return known;
  const query = async (...args: [string]) => {
    const answer = client.query(...args);
    if (lent.admitted) {
      // If the admission is refused, the answer interests no one.
      answer.catch(() => {});
      await lent.admitted;
    }
    return answer;
  };
  // Kysely gets this one connection and must not release it.
  const connection = { query, release: () => {} } as unknown as PoolClient;
  const dialect = new PostgresDialect({
    pool: { connect: async () => connection, end: async () => {}, options: {} },
  });
  const lent: Lent = { db: new Kysely<Schema>({ dialect }), admitted: undefined };
  lentClients.set(client, lent);
  return lent;
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

async function isAdmitted<Row extends QueryResultRow>(
  client: PoolClient,
  { sql, parameters }: CompiledQuery<Row>,
  decide: Admission<Row>['decide'],
): Promise<void> {
  const { rows } = await client.query<Row>(sql, [...parameters]);
  decide(rows);
}

/** Does the work beside its admission, whose refusal comes before every other error. */
async function workAdmitted<T, Row extends QueryResultRow>(
  client: PoolClient,
  { statement, decide }: Admission<Row>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const lent = lend(client);
  const admitted = isAdmitted(client, statement(lent.db), decide);
  // It may be refused while `work` waits for something else.
  admitted.catch(() => {});
  lent.admitted = admitted;
  try {
    return await work(lent.db);
  } finally {
    await admitted.finally(() => {
      lent.admitted = undefined;
    });
  }
}

async function run<T>(pool: Pool, begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // BEGIN travels with the first statement of `work`. If it fails, every later statement fails, too.
    const begun = client.query(beginOn(pool, begin));
    begun.catch(() => {});
    const answer = await work(client);
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
  return run(pool, beginIn(clinicId), (client) => work(lend(client).db));
}

/**
 * Runs `work` in such a transaction, if the rows of one more statement admit it. BEGIN, this statement and the first of
 * `work` travel together (record 098). `work` gets no answer of the database before the admission is decided.
 */
export function withTenantAdmitted<T, Row extends QueryResultRow>(
  pool: Pool,
  clinicId: string,
  admission: Admission<Row>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return run(pool, beginIn(clinicId), (client) => workAdmitted(client, admission, work));
}

function beginIn(clinicId: string): string {
  if (!uuid.test(clinicId)) throw new AppError('not_found');
  return `begin; set local app.clinic_id = '${clinicId}'`;
}

/** Runs `work` in one transaction that sees no rows of clinics. For the list of clinics, catalogues and login limits. */
export function withoutTenant<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  return run(pool, 'begin', (client) => work(lend(client).db));
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
  return run(pool, `${begin}; ${patience}`, (client) => work(lend(client).db));
}

/** Runs one statement without a transaction, in one round trip (behind a pooler with one). It sees no rows of clinics unless it sets one itself. */
export async function singleStatement<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  if (isCarrying(pool)) return withoutTenant(pool, work);
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(lend(client).db);
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
