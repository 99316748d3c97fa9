import { type CompiledQuery, Kysely, type RawBuilder, sql } from 'kysely';
import type { ClientBase, Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { AppError } from '../settings/app-error.ts';
import { Dialect } from './compiler.ts';
import { DatabaseAway } from './database-away.ts';
import { SkippedError } from './exchange.ts';
import { createPool, isSilence, START_PATIENCE_MS } from './pool.ts';
import { setForTransaction, type Settings } from './pool-settings.ts';
import type { Schema } from './schema.ts';

/** Typed queries on the one connection of a running transaction. */
export type Db = Kysely<Schema>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What decides whether a user may do the work. `expected` travels with BEGIN and the work; where the database says something
 * else than the process knows, `statement` is asked, and `decide` may refuse.
 */
export type Admission<Row> = {
  expected: Condition;
  statement: Compilable<Row>;
  decide: (rows: readonly Row[]) => void;
};

/** What the database must say for the work to count. False and NULL undo it. */
export type Condition = RawBuilder<boolean>;

type Compilable<Row> = { compile(db: Db): CompiledQuery<Row> };

/**
 * A connection with its typed queries. `failed` is the first error of the running transaction. `expected` holds what goes out
 * with the next statement, and `unconfirmed` counts the statements of expectations that the database has not answered.
 */
type Lent = {
  db: Db;
  failed: Error | undefined;
  believes: boolean;
  expected: Condition[];
  unconfirmed: number;
};
const lentClients = new WeakMap<PoolClient, Lent>();
const clientsOf = new WeakMap<Db, PoolClient>();

function lend(client: PoolClient): Lent {
  const known = lentClients.get(client);
  if (known) return known;
  const query = (text: string, values?: unknown[]) => ask(client, text, values);
  // Kysely gets this one connection and must not release it.
  const connection = { query, release: () => {} } as unknown as PoolClient;
  const dialect = new Dialect({
    pool: { connect: async () => connection, end: async () => {}, options: {} },
  });
  const db = new Kysely<Schema>({ dialect });
  const lent: Lent = { db, failed: undefined, believes: false, expected: [], unconfirmed: 0 };
  lentClients.set(client, lent);
  clientsOf.set(db, client);
  return lent;
}

/**
 * Sends a statement. Answers come in the order of their statements, so the first error is the cause of all that follow.
 * A value that pg itself cannot send is such an error: COMMIT behind it does not go out.
 */
function ask<Row extends QueryResultRow>(
  client: PoolClient,
  text: string,
  values: unknown[] = [],
  confirmed?: () => void,
): Promise<QueryResult<Row>> {
  const lent = lend(client);
  sendExpectations(lent);
  const answer = new Promise<QueryResult<Row>>((resolve, reject) => {
    const settle = (error: Error | null, result: QueryResult<Row>) => {
      lent.failed ??= error ?? undefined;
      if (error) return reject(error);
      confirmed?.();
      resolve(result);
    };
    client.query(text, values, settle);
  });
  // The error is that of the transaction, if the work does not wait for this answer.
  answer.catch(() => {});
  return answer;
}

/**
 * Sends a statement at once. The work need not wait for its answer: if the statement fails, nothing is committed and the
 * call fails with its error.
 */
export function send<Row extends QueryResultRow>(
  db: Db,
  statement: Compilable<Row>,
  confirmed?: () => void,
): Promise<readonly Row[]> {
  const client = clientOf(db);
  const { sql: text, parameters } = statement.compile(db);
  const rows = ask<Row>(client, text, [...parameters], confirmed).then((answer) => answer.rows);
  rows.catch(() => {});
  return rows;
}

/** Sends what the work relies on before the database has said so. It raises (`expect`) where a condition does not hold. */
function sendExpectations(lent: Lent): void {
  if (lent.expected.length > 0)
    void sendExpecting(lent.db, (all) => sql<Record<string, unknown>>`SELECT expect(${all})`);
}

/**
 * Sends a statement that asks for all that the work relies on so far: it raises (`expect`) unless the condition that it is
 * given holds. A page turn sends one statement less by it.
 */
export function sendExpecting<Row extends QueryResultRow>(
  db: Db,
  statementOf: (expected: Condition) => Compilable<Row>,
): Promise<readonly Row[]> {
  const lent = lend(clientOf(db));
  const { expected } = lent;
  lent.expected = [];
  lent.unconfirmed += 1;
  const all = expected.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(expected, sql` AND `)}`;
  return send(db, statementOf(all), () => (lent.unconfirmed -= 1));
}

function clientOf(db: Db): PoolClient {
  const client = clientsOf.get(db);
  if (client) return client;
  throw new Error('statements are sent within a transaction only');
}

/** True where admitted work may go on with what the process knows, if it lets the database confirm it in time. */
export function isBelieving(db: Db): boolean {
  return believingOn(db) !== undefined;
}

function believingOn(db: Db): Lent | undefined {
  const client = clientsOf.get(db);
  const lent = client && lend(client);
  return lent?.believes ? lent : undefined;
}

/**
 * Lets admitted work go on with what the process knows. The database checks `condition` before the next statement. Where it
 * does not hold, everything is undone, and the work is done again with nothing believed. False where the work must read.
 */
export function believe(db: Db, condition: Condition): boolean {
  const lent = believingOn(db);
  lent?.expected.push(condition);
  return lent !== undefined;
}

const EXPECTED_OTHERWISE = 'RZ001';

/** True if the database held something else than the statement expected. */
function isSurprise(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === EXPECTED_OTHERWISE;
}

/** The command that ended the transaction: ROLLBACK where a statement has failed. Undefined if COMMIT was skipped. */
async function commit(client: PoolClient): Promise<string | undefined> {
  sendExpectations(lend(client));
  try {
    return (await client.query('commit', [])).command;
  } catch (cause) {
    if (cause instanceof SkippedError) return undefined;
    // R24: it is unknown whether the commit happened. Every write is safe to repeat.
    throw new AppError('unavailable', { cause });
  }
}

/** How a transaction begins: its BEGIN, and the settings that end with it. */
type Begin = { begin: string; settings?: Settings };

async function run<T>(
  pool: Pool,
  { begin, settings }: Begin,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await connectionOf(pool);
  const lent = lend(client);
  let broken: Error | undefined;
  let isOpen = true;
  try {
    Object.assign(lent, { failed: undefined, expected: [], unconfirmed: 0 });
    // BEGIN travels with the first statement of `work`, and COMMIT with those that `work` has sent and not awaited.
    void ask(client, begin);
    if (settings) {
      const { text, values } = setForTransaction(settings);
      void ask(client, text, values);
    }
    const answer = await work(client);
    if (lent.failed) throw lent.failed;
    const end = await commit(client);
    isOpen = end === undefined;
    if (end === 'COMMIT') return answer;
    throw new Error('the transaction was rolled back instead of committed');
  } catch (error) {
    if (isOpen) broken = isSilence(error) ? (error as Error) : await rollback(client);
    const cause = causeOf(error, lent);
    throw broken && cause instanceof Error && !(cause instanceof AppError) ? new DatabaseAway(cause) : cause;
  } finally {
    lent.believes = false;
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

/**
 * Why a transaction failed. A refusal of the work counts only where the database has confirmed what the work believed: not
 * after a surprise, and not where the database went away before it could say so.
 */
function causeOf(error: unknown, { failed, unconfirmed }: Lent): unknown {
  if (failed === undefined) return error;
  return error instanceof AppError && unconfirmed === 0 && !isSurprise(failed) ? error : failed;
}

// A refusal of the work counts only if what it believed is so, so this is asked first. A text without values is an exchange of
// its own, which no error in front of it skips.
async function rollback(client: PoolClient): Promise<Error | undefined> {
  sendExpectations(lend(client));
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Typed queries, one after the other, on a connection whose transaction another function has begun and ends. */
export function queriesOn(client: ClientBase): Db {
  let last: Promise<unknown> = Promise.resolve();
  const query = (text: string, values: unknown[]) => {
    const answer = last.then(() => client.query(text, values));
    last = answer.catch(() => {});
    return answer;
  };
  const connection = { query, release: () => {} } as unknown as PoolClient;
  const pool = { connect: async () => connection, end: async () => {}, options: {} };
  return new Kysely<Schema>({ dialect: new Dialect({ pool }) });
}

/** Runs `work` in one transaction that sees only the rows of one clinic (R14). */
export function withTenant<T>(pool: Pool, clinicId: string, work: (db: Db) => Promise<T>): Promise<T> {
  return run(pool, beginIn(clinicId), (client) => work(lend(client).db));
}

/** As `withTenant`, while all statements see one state of the database. */
export function withTenantSnapshot<T>(
  pool: Pool,
  clinicId: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const begin = 'begin isolation level repeatable read';
  return run(pool, { ...beginIn(clinicId), begin }, (client) => work(lend(client).db));
}

// A second reading may meet another change. Then the call fails as unavailable, and the browser repeats it.
const READING_ATTEMPTS = 2;

/**
 * Runs `work` in such a transaction, if `admission` admits it. At first all that the process knows is believed; BEGIN, the
 * expectations, the statements of `work` and COMMIT travel together as far as `work` awaits nothing (record 180). After a
 * surprise the work is done again: it is admitted by what the database says, and reads everything.
 */
export async function withTenantAdmitted<T, Row extends QueryResultRow>(
  pool: Pool,
  clinicId: string,
  { expected, statement, decide }: Admission<Row>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const believing = (client: PoolClient) => {
    const lent = lend(client);
    lent.believes = true;
    lent.expected.push(expected);
    return work(lent.db);
  };
  const reading = async (client: PoolClient) => {
    const { db } = lend(client);
    decide(await send(db, statement));
    return work(db);
  };
  for (const attempt of [believing, ...Array.from({ length: READING_ATTEMPTS }, () => reading)]) {
    try {
      return await run(pool, beginIn(clinicId), attempt);
    } catch (error) {
      if (!isSurprise(error)) throw error;
    }
  }
  throw new AppError('unavailable');
}

function beginIn(clinicId: string): Begin {
  if (!uuid.test(clinicId)) throw new AppError('not_found');
  return { begin: 'begin', settings: { 'app.clinic_id': clinicId } };
}

/** Runs `work` in one transaction that sees no rows of clinics. For the list of clinics, catalogues and login limits. */
export function withoutTenant<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  return run(pool, { begin: 'begin' }, (client) => work(lend(client).db));
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
  const settings = { statement_timeout: '10min', idle_in_transaction_session_timeout: '10min' };
  return run(pool, { begin, settings }, (client) => work(lend(client).db));
}
