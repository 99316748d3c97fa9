import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { parse } from 'csv-parse/sync';
import { Client } from 'pg';
import { addDays } from '../src/domain/dates.ts';
import { csvLine } from '../src/domain/csv-export.ts';
import { IMPORT_COLUMNS } from '../src/domain/csv-import.ts';
import { proposeCode } from '../src/domain/patient-code.ts';
import { aClinic, aClinician, anAdmin, cookieOf, type TestClinic } from '../test/builders.ts';
import { openClient } from './load/client.ts';
import { median } from './load/figures.ts';
import { startLoadedServer, type LoadedServer } from './load/server.ts';

export const name = 'Import of 3,000 patients';

type Row = { what: string; value: string; target: string };

const ROUNDS = 3;
const COUNT = 3_000;
const BESIDE = 'another request beside it';

const draw = (limit: number) => Math.floor(Math.random() * limit);

const oneYear = (day: number) => [addDays('2025-01-15', day), addDays('2026-01-15', day)];

function aFile(): string {
  const rows = Array.from({ length: COUNT }, (_, index) => [
    proposeCode(draw),
    `19${50 + draw(50)}-03-${10 + draw(18)}`,
    'Weiblich',
    'F32.1',
    `therapie${index % 20}`,
    ...oneYear(draw(700)),
    'S-1|S-2',
  ]);
  return [IMPORT_COLUMNS, ...rows].map((row) => csvLine(row)).join('\r\n');
}

type Admin = { clinic: TestClinic; cookie: string };

async function anAdminOfMany({ services }: LoadedServer): Promise<Admin> {
  const clinic = await aClinic(services);
  for (let index = 0; index < 20; index += 1)
    await aClinician(services, clinic.id, { username: `therapie${index}` });
  return { clinic, cookie: await cookieOf(services, await anAdmin(services, clinic.id)) };
}

type Call = { port: number; cookie: string; path: string; file: string };

/** Sends the file like a browser. Returns the milliseconds until the whole answer has arrived. */
async function upload({ port, cookie, path, file }: Call): Promise<number> {
  const form = new FormData();
  form.append('file', new File([file], 'patienten.csv', { type: 'text/csv' }));
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/clinic-admins/patients/${path}`, {
    method: 'POST',
    body: form,
    headers: { cookie, 'x-requested-with': 'resonanz', 'idempotency-key': randomUUID() },
  });
  const bytes = await answer.arrayBuffer();
  const time = performance.now() - began;
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status}: ${Buffer.from(bytes).toString().slice(0, 300)}`);
  return time;
}

/** Another user calls again and again during the work. Returns the longest wait in milliseconds. */
async function longestWait(port: number, work: () => Promise<unknown>): Promise<number> {
  const other = await openClient(port);
  const state = { isDone: false };
  let longest = 0;
  const asking = async () => {
    while (!state.isDone) {
      const began = performance.now();
      await other.request('GET', '/healthz', '');
      longest = Math.max(longest, performance.now() - began);
    }
  };
  const asked = asking();
  await work().finally(() => (state.isDone = true));
  await asked;
  other.close();
  return longest;
}

// Each table stands after those that it refers to.
const tables = ['accounts', 'patients', 'survey_windows'];

/** The database alone: copies all rows of a clinic to another clinic, table by table, in one transaction. */
async function copyRows({ databaseUrl, services }: LoadedServer, from: string): Promise<number> {
  const { id: to } = await aClinic(services);
  const client = new Client(databaseUrl);
  await client.connect();
  const statements: string[] = [];
  for (const table of tables) {
    const { rows } = await client.query(
      `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
       WHERE table_name = $1 AND column_name <> 'clinic_id' AND is_generated = 'NEVER'`,
      [table],
    );
    const { columns } = rows[0];
    statements.push(
      `INSERT INTO ${table} (clinic_id, ${columns}) SELECT '${to}', ${columns} FROM ${table} WHERE clinic_id = '${from}'`,
    );
  }
  const began = performance.now();
  await client.query('BEGIN');
  for (const statement of statements) await client.query(statement);
  await client.query('COMMIT');
  const time = performance.now() - began;
  await client.end();
  return time;
}

// The background job that hashes birth dates finally would go on beside the next import, for minutes.
async function finishHashes({ databaseUrl }: LoadedServer): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(
    `UPDATE patients SET secret_hash = '$argon2id$' WHERE secret_hash LIKE '$hmac-sha256$%'`,
  );
  await client.end();
}

async function round(server: LoadedServer) {
  const { port } = server;
  const file = aFile();
  const { clinic, cookie } = await anAdminOfMany(server);
  const other = await anAdminOfMany(server);
  const began = performance.now();
  parse(file, { delimiter: ';' });
  const parsing = performance.now() - began;
  const checking = await upload({ port, cookie, path: 'csv-validation', file });
  const besideCheck = await longestWait(port, () => upload({ port, cookie, path: 'csv-validation', file }));
  const importing = await upload({ port, cookie, path: 'csv', file });
  const besideImport = await longestWait(port, () =>
    upload({ port, cookie: other.cookie, path: 'csv', file }),
  );
  const copying = await copyRows(server, clinic.id);
  await finishHashes(server);
  return { parsing, checking, besideCheck, importing, besideImport, copying };
}

const inMs = (time: number) => `${time.toFixed(0)} ms`;

/** Measures the rows of this benchmark's table. */
export async function run(): Promise<{ rows: Row[] }> {
  const server = await startLoadedServer();
  const rounds: Awaited<ReturnType<typeof round>>[] = [];
  try {
    for (let count = 0; count < ROUNDS; count += 1) rounds.push(await round(server));
  } finally {
    await server.stop();
  }
  const of = (key: keyof (typeof rounds)[number]) => median(rounds.map((one) => one[key]));
  const times = (key: 'checking' | 'importing', alone: 'parsing' | 'copying') =>
    `${inMs(of(key))} (${(of(key) / of(alone)).toFixed(1)} times ${alone} alone)`;
  return {
    rows: [
      { what: 'check, with the upload', value: times('checking', 'parsing'), target: '≤ 0.5 s' },
      { what: `check: ${BESIDE}`, value: inMs(of('besideCheck')), target: '≤ 100 ms' },
      { what: 'import, with the upload', value: times('importing', 'copying'), target: '≤ 1.5 s' },
      { what: `import: ${BESIDE}`, value: inMs(of('besideImport')), target: '≤ 100 ms' },
    ],
  };
}

if (import.meta.main) {
  console.table((await run()).rows);
  process.exit(0);
}
