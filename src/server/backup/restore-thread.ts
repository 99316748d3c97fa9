import type { Client } from 'pg';
import { DatabaseClient } from '../database/client.ts';
import { beginAsOwner, type LineWriter, readLines, writeLines } from '../database/copy.ts';
import { answerTasks } from '../work/threads.ts';
import { damaged } from './backup-frames.ts';
import { addLines, noRows, openRows, type Sum } from './backup-rows.ts';

// A thread of a restore. It opens rows and writes them, or reads rows back, on a connection of its own.

/** Rows of one frame: their length in the file, their place, and the key of their patient. */
export type Packed = { length: number; place: string; key: Uint8Array | undefined };

export type Task =
  | { kind: 'start'; url: string; table: string; columns: readonly string[] }
  | { kind: 'write'; packed: readonly Packed[]; bodies: Uint8Array }
  /** Commits, and answers the sum of what was written since the start. */
  | { kind: 'finish' }
  | { kind: 'abandon' }
  /** Answers the sum of the rows of a SELECT. */
  | { kind: 'read'; url: string; select: string };

export type Perform = (task: Task) => Promise<Sum>;

type Writing = { client: Client; table: string; writer: LineWriter; sum: Sum };

let writing: Writing | undefined;
let last: Promise<unknown> = Promise.resolve();

// One task after the other, in the order in which they came.
answerTasks<Task, Promise<Sum>>((task) => {
  const done = last.then(() => perform(task)).catch(giveUp);
  last = done.catch(() => {});
  return done;
});

async function perform(task: Task): Promise<Sum> {
  if (task.kind === 'read') return read(task.url, task.select);
  if (task.kind === 'start') writing = await start(task);
  else if (task.kind === 'abandon') await abandon();
  else if (!writing) throw new Error('no table is open');
  else if (task.kind === 'finish') return finish(writing);
  else await write(writing, task.packed, Buffer.from(task.bodies.buffer));
  return noRows;
}

async function start({ url, table, columns }: Extract<Task, { kind: 'start' }>): Promise<Writing> {
  const client = await connect(url);
  await beginAsOwner(client);
  return { client, table, writer: writeLines(client, table, columns), sum: noRows };
}

async function write(into: Writing, packed: readonly Packed[], bodies: Buffer): Promise<void> {
  let at = 0;
  for (const { length, place, key } of packed) {
    const lines = open(into.table, bodies.subarray(at, (at += length)), { key, place });
    into.sum = addLines(into.sum, lines);
    await into.writer.write(lines);
  }
}

function open(table: string, body: Buffer, { key, place }: Omit<Packed, 'length'>): Buffer {
  try {
    return openRows(body, key && Buffer.from(key), place);
  } catch (error) {
    throw damaged(`rows of ${table} do not decrypt`, error);
  }
}

async function finish({ client, writer, sum }: Writing): Promise<Sum> {
  await writer.end();
  await client.query('commit');
  await client.end();
  writing = undefined;
  return sum;
}

async function giveUp(error: unknown): Promise<never> {
  await abandon();
  throw error;
}

// Cutting the connection rolls back; a rollback after a broken COPY would wait for ever.
async function abandon(): Promise<void> {
  await writing?.client.end().catch(() => {});
  writing = undefined;
}

async function read(url: string, select: string): Promise<Sum> {
  const client = await connect(url);
  try {
    await beginAsOwner(client);
    let sum = noRows;
    for await (const lines of readLines(client, select)) sum = addLines(sum, lines);
    return sum;
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<Client> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'resonanz-restore' });
  // The running query fails as well.
  client.on('error', () => {});
  await client.connect();
  return client;
}
