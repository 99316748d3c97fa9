import type { Socket } from 'node:net';
import process from 'node:process';
import { type Client, Pool, TypeOverrides } from 'pg';
import { DatabaseClient } from './client.ts';
import { type ChangedSettings, startupOptions, statementTimeout } from './pool-settings.ts';

// R9: a DATE stays a string and a moment becomes ISO text with Z. pg would make local midnights of them.
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const INT8 = 20;
export const types = new TypeOverrides();
types.setTypeParser(DATE, (text) => text);
types.setTypeParser(TIMESTAMPTZ, (text) => new Date(text).toISOString());
types.setTypeParser(INT8, Number);

const statementNames = new Map<string, string>();

// PostgreSQL keeps the plan of a named statement: 40 % more throughput on the hot path. Long statements have no name,
// because their variety has no bound (bulk inserts).
function nameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  if (text.length > 3000 || statementNames.size >= 1000) return undefined;
  const name = `q${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

// PostgreSQL ends slow statements by itself. This limit is for a silent server or network (R8). COPY streams are not
// text and have no limit.
function clientWithin(answerMs: number | undefined): typeof Client {
  return class extends DatabaseClient {
    #gathers = false;

    // Statements of one turn of the event loop travel in one write: a write costs Node as much as a small statement
    // costs PostgreSQL, and PostgreSQL wakes once for all of them.
    #gather(): void {
      if (this.#gathers) return;
      this.#gathers = true;
      // pg's types do not name the stream; in TLS it is another one after the greeting.
      const { stream } = (this as unknown as { connection: { stream: Socket } }).connection;
      stream.cork();
      process.nextTick(() => {
        this.#gathers = false;
        stream.uncork();
      });
    }

    // oxlint-disable-next-line typescript/no-explicit-any -- pg declares nine overloads; this passes all of them on
    override query(...args: any[]): any {
      this.#gather();
      const [text, values, ...rest] = args;
      if (typeof text !== 'string') return super.query(...(args as [string]));
      const limit = answerMs !== undefined && { query_timeout: answerMs };
      if (!Array.isArray(values)) return super.query({ text, ...limit }, ...(args.slice(1) as []));
      const name = nameOf(text);
      return super.query({ text, values, ...(name !== undefined && { name }), ...limit }, ...(rest as []));
    }
  };
}

/** True if a query got no answer in time. Its connection is useless then, even for a rollback. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && (error.message === 'Query read timeout' || isSilence(error.cause));
}

export type PoolOptions = {
  max?: number;
  settings?: ChangedSettings;
  /** How long a new connection may take. */
  patience?: number;
  onError: (error: Error) => void;
};

const ON_THE_WAY_MS = 2000;
// A person waits for the answer of a call. A start may take longer, because many may start on a busy machine at once.
const CALL_PATIENCE_MS = 2000;
export const START_PATIENCE_MS = 30_000;

function answerLimit(limit: number): number | undefined {
  return limit > 0 ? limit + ON_THE_WAY_MS : undefined;
}

/** Connections of the server (R8, R12). Every transaction works as the role `resonanz_app`, whatever the login. */
export function createPool(
  url: string,
  { max = 20, settings = {}, patience = CALL_PATIENCE_MS, onError }: PoolOptions,
): Pool {
  const pool = new Pool({
    connectionString: url,
    Client: clientWithin(answerLimit(statementTimeout(settings))),
    types,
    max,
    options: startupOptions(settings),
    connectionTimeoutMillis: patience,
    idleTimeoutMillis: 30_000,
    application_name: 'resonanz',
    keepAlive: true,
    // BEGIN is sent without waiting for its answer, which saves a round trip (record 037).
    pipeline: true,
  });
  // Without these listeners a cut connection ends the process. The first hears of idle connections, the second of busy
  // ones, whose query fails as well.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A connection with the login of the pool, for work that may take any time: those of the pool are pipelined and end slow statements. */
export function ownConnection(pool: Pool): DatabaseClient {
  const client = new DatabaseClient({ ...pool.options, pipeline: false });
  // A lost connection makes the running statement fail, so this event needs no answer.
  client.on('error', () => {});
  return client;
}

/** From now on calls come, so a connection may take no longer than they wait. */
export function serveCalls(...pools: Pool[]): void {
  for (const pool of pools) pool.options.connectionTimeoutMillis = CALL_PATIENCE_MS;
}
