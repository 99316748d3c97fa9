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

/**
 * A connection with its typed queries. `admitted` holds back every answer until the admission is decided. `asks` is true
 * once the work has sent a statement of its own.
 */
type Lent = { db: Db; admitted: Promise<void> | undefined; asks: boolean; believes: boolean };
const lentClients = new WeakMap<PoolClient, Lent>();
const clientsOf = new WeakMap<Db, PoolClient>();

function lend(client: PoolClient): Lent {
  const known = lentClients.get(client);
  if (known) return known;
  const query = async (...args: [string]) => {
    lent.asks = true;
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
  const db = new Kysely<Schema>({ dialect });
  const lent: Lent = { db, admitted: undefined, asks: false, believes: false };
  lentClients.set(client, lent);
  clientsOf.set(db, client);
  return lent;
}

/** The database holds something else than the process knew. */
class Outdated extends Error {}

/**
 * Lets admitted work go on with what the process knows, while `statement` asks the database whether it is still so. If it
 * is not, the transaction is undone and the work is done again with nothing believed. False where the work must read
 * instead. The statement changes nothing.
 */
export function believe<Row extends QueryResultRow>(
  db: Db,
  statement: CompiledQuery<Row>,
  isSame: (rows: readonly Row[]) => boolean,
): boolean {
  const client = clientsOf.get(db);
  if (!client) return false;
  const lent = lend(client);
  if (!lent.believes) return false;
  const same = isAdmitted(client, statement, (rows) => {
    if (!isSame(rows)) throw new Outdated();
  });
  same.catch(() => {});
  hold(
    lent,
    Promise.resolve(lent.admitted).then(() => same),
  );
  return true;
}

/** Holds back the answers of the statements that follow. */
function hold(lent: Lent, decision: Promise<void>): void {
  lent.admitted = decision;
  // It may be refused while the work waits for something else.
  lent.admitted.catch(() => {});
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

async function run<T>(pool: Pool, begin: string, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const lent = lend(client);
  let broken: Error | undefined;
  try {
    lent.asks = false;
    // BEGIN travels with the first statement of `work`. If it fails, every later statement fails, too.
    const begun = client.query(beginOn(pool, begin));
    begun.catch(() => {});
    // A refusal comes before every other error.
    const answer = await work(client).catch(async (error: unknown) => {
      await lent.admitted;
      throw error;
    });
    // Work that has sent nothing has written nothing, so COMMIT need not wait for the admission.
    if (lent.asks) await lent.admitted;
    const committed = commit(client);
    committed.catch(() => {});
    await begun;
    await lent.admitted;
    await committed;
    return answer;
  } catch (error) {
    broken = isSilence(error) ? (error as Error) : await rollback(client);
    throw error;
  } finally {
    Object.assign(lent, { admitted: undefined, believes: false });
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
export async function withTenantAdmitted<T, Row extends QueryResultRow>(
  pool: Pool,
  clinicId: string,
  { statement, decide }: Admission<Row>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const attempt = (believes: boolean) =>
    run(pool, beginIn(clinicId), (client) => {
      const lent = lend(client);
      lent.believes = believes;
      hold(lent, isAdmitted(client, statement(lent.db), decide));
      return work(lent.db);
    });
  try {
    return await attempt(true);
  } catch (error) {
    if (!(error instanceof Outdated)) throw error;
    return attempt(false);
  }
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
