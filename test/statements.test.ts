import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import { Client } from 'pg';
import { CELLS } from '../src/server/keys/cells.ts';
import { mayLackWindows } from '../src/server/patients/protocol-queries.ts';
import { testDatabase } from './database.ts';
import { anything, makeSamples } from './statement-samples.ts';

// The compiler does not read the text of a raw statement. This test calls every function of the queries files with made-up values, on
// a connection that notes what it is sent. PostgreSQL then prepares each statement against the schema (record 308).

const files = globSync(['src/server/**/*queries.ts', 'src/extensions/*/**/*queries.ts']).sort();
const textOf = (file: string) => readFileSync(file, 'utf8');
const urlOf = (file: string) => pathToFileURL(resolve(file)).href;

/** The statements, each with the function that sent it. */
const sent = new Map<string, string>();
/** The parts of each file that ran, and those that did not. */
let coverage: Map<string, Range[]>;
let client: Client;

/** A connection, a pool and typed queries in one, that note each statement. The catalogue alone is really asked. */
function notingConnection(sender: string, rows: readonly unknown[]): unknown {
  const query = async (text: string, values?: unknown[]) => {
    sent.set(text, sender);
    if (/\b(information_schema|pg_class|pg_attribute)\b/.test(text)) return client.query(text, values);
    return { command: 'UPDATE', rowCount: rows.length, rows };
  };
  const connection = { query, release() {} };
  const pool = { connect: async () => connection, end: async () => {}, options: {} };
  return Object.assign(
    new Kysely({ dialect: new PostgresDialect({ pool: pool as never }) }),
    pool,
    connection,
  );
}

async function callAll(): Promise<void> {
  for (const file of files) {
    const words = [...textOf(file).matchAll(/=== '(\w+)'/g)].map(([, word = '']) => word);
    const samples = [...makeSamples([...new Set(words)]), ...(byHand[file] ?? [])];
    for (const [name, call] of Object.entries<unknown>(await import(urlOf(file)))) {
      if (typeof call !== 'function') continue;
      for (const sample of samples)
        for (const rows of [[], [anything()]]) {
          const work = async () => call(notingConnection(`${file} ${name}`, rows), ...sample);
          // Many functions refuse a value that makes no sense to them.
          await work().catch(() => {});
        }
    }
  }
}

/** The columns are a type of their own, and the condition is a piece of SQL. */
const byHand: Readonly<Record<string, (readonly unknown[])[]>> = {
  'src/server/keys/rotation-queries.ts': Object.entries(CELLS).map(([column, { key, renewal }]) => {
    const row = { key: Object.keys(key), after: Object.keys(key), most: 1, cell: '', renewed: '' };
    return ['', column, renewal === 'expires' ? 1 : row];
  }),
  'src/server/patients/protocol-queries.ts': [
    ['', { after: '', most: 1, only: mayLackWindows('2026-01-01', { months: 1, weeks: 1 }) }],
  ],
};

type Range = { startOffset: number; endOffset: number; count: number };

/** Whether the code at a place ran: its innermost range says so. */
function hasRun(ranges: readonly Range[], place: number): boolean {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= place && place < endOffset);
  const length = ({ startOffset, endOffset }: Range) => endOffset - startOffset;
  return (around.toSorted((a, b) => length(a) - length(b))[0]?.count ?? 0) > 0;
}

before(async () => {
  client = new Client((await testDatabase()).url);
  await client.on('error', () => {}).connect();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  await callAll();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  coverage = new Map(result.map(({ url, functions }) => [url, functions.flatMap(({ ranges }) => ranges)]));
});

after(() => client.end());

test('every piece of raw SQL in the queries files is part of a statement that this test sends', () => {
  const missed = files.flatMap((file) => {
    const text = textOf(file);
    return [...text.matchAll(/\bsql(?:<[^`]*?>)?`/g)]
      .filter(({ index }) => !hasRun(coverage.get(urlOf(file)) ?? [], index))
      .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`);
  });
  assert.deepEqual(missed, []);
});

// A made-up list is empty, or a made-up value stands where SQL belongs. The same function sends other statements, too.
const isNonsense = (text: string) =>
  /(?<!\w)\(\)|\bvalues  |\bset ( |$)|\bfrom  |2026-01-01|"2"|(\bin|::uuid) \$\d/.test(text);

test('PostgreSQL prepares every statement of the queries files against the schema', async () => {
  const refused: string[] = [];
  for (const [text, sender] of sent) {
    if (isNonsense(text) || !/^\s*(select|insert|update|delete|with)\b/i.test(text)) continue;
    await client.query(`PREPARE checked AS ${text}`).then(
      () => client.query('DEALLOCATE checked'),
      (error: Error) => refused.push(`${sender}: ${error.message}\n${text}`),
    );
  }
  assert.ok(sent.size > 300, `${sent.size} statements`);
  assert.deepEqual(refused, []);
});

/** They restore an installation whole. */
const ofAllClinics = ['closeTables', 'insertPatientKeys'].map(
  (name) => `src/server/backup/restore-queries.ts ${name}`,
);

// Row-level security holds the clinics apart, too. A statement that names none would lean on it alone.
test('every statement about rows of clinics names the clinic', async () => {
  const { rows } = await client.query<{ table_name: string }>(
    `SELECT table_name FROM information_schema.columns WHERE column_name = 'clinic_id' AND table_schema = 'public'`,
  );
  const tables = rows.map(({ table_name }) => table_name).join('|');
  const isOfClinics = new RegExp(`\\b(from|join|update)\\s+"?(${tables})\\b`, 'i');
  const namesOne = /clinic_id"?\s*(=|in\b|is\b|>|<)|using \([^)]*clinic_id|\(\s*"?clinic_id/i;
  const found = [...sent].filter(([text]) => isOfClinics.test(text));
  assert.ok(found.length > 300, `${found.length} statements`);
  const silent = found.filter(([text]) => !namesOne.test(text)).map(([, sender]) => sender);
  assert.deepEqual(new Set(silent), new Set(ofAllClinics));
});
