import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Client, ClientBase, Pool } from 'pg';
import { DatabaseClient } from './client.ts';
import { ownConnection, types } from './pool.ts';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

const NEWLINE = 10;

// These settings make the text of a value the same on every server and for every login.
const sameTexts = `set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local client_encoding = 'UTF8'`;
const noHurry = `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`;

/**
 * Runs `work` on one snapshot of the database while others go on writing; it may take any time.
 */
export async function withCopySnapshot<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = ownConnection(pool);
  try {
    await client.connect();
    await client.query('begin isolation level repeatable read read only');
    await client.query(`${noHurry}; ${sameTexts}; select 1 from clinics limit 1`);
    const answer = await work(client);
    await client.end();
    return answer;
  } catch (error) {
    // After a broken COPY this never ends, so nothing waits for it.
    client.end().catch(() => {});
    throw error;
  }
}

/**
 * Runs `work` in one transaction as the owner of the tables, on a connection of its own. The login of `url` must be allowed to
 * become the owner, as the one that migrates is. If it fails, the connection is cut, which rolls it back: a rollback after
 * a broken COPY would wait for ever.
 */
export async function asOwner<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'resonanz-owner', types });
  // A lost connection makes the running statement fail, so this event needs no answer.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`begin; ${noHurry}; ${sameTexts}; set local role resonanz_owner`);
    const answer = await work(client);
    await client.query('commit');
    return answer;
  } finally {
    await client.end();
  }
}

/** Makes the rows of this clinic visible to the transaction. */
export async function enterClinicForCopy(client: ClientBase, clinicId: string): Promise<void> {
  await client.query(`select set_config('app.clinic_id', $1, true)`, [clinicId]);
}

/** The rows of a SELECT as lines of text with tabs between the columns. Every piece ends with a whole line. */
export async function* readLines(client: ClientBase, select: string): AsyncGenerator<Buffer> {
  let started: Buffer[] = [];
  for await (const chunk of client.query(copyTo(`COPY (${select}) TO STDOUT`)) as AsyncIterable<Buffer>) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      const lines = chunk.subarray(0, end);
      yield started.length > 0 ? Buffer.concat([...started, lines]) : lines;
      started = [];
    }
    if (end < chunk.length) started.push(chunk.subarray(end));
  }
}

export type LineWriter = { write(lines: Buffer): Promise<void>; end(): Promise<void> };

/** Writes lines into a table, in the format of `readLines`. */
export function writeLines(client: ClientBase, table: string, columns: readonly string[]): LineWriter {
  const stream = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
  const ended = finished(stream);
  // `write` and `end` report the error, so it is not unhandled.
  ended.catch(() => {});
  return {
    write: async (lines) => {
      if (!stream.write(lines)) await Promise.race([once(stream, 'drain'), ended]);
    },
    end: async () => {
      stream.end();
      await ended;
    },
  };
}
