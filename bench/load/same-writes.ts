import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inClinic } from '../../test/builders.ts';
import type { LoadedServer } from './server.ts';

// Each client writes into its own session, like a patient. The client's number makes the session's id.
const sessionIdOf = (client: number) => `00000000-0000-4000-8000-0000000${10_000 + client}`;
const session = `('00000000-0000-4000-8000-0000000' || (10000 + :client_id::integer))::uuid`;

/** Survey sessions for a program that writes the same rows without our server. */
export async function createEmptySessions(
  { services }: LoadedServer,
  { clinicId, patientId, count }: { clinicId: string; patientId: string; count: number },
): Promise<void> {
  const { id, version } = services.registry.protocol;
  const rows = Array.from({ length: count }, (_, client) => ({
    clinic_id: clinicId,
    id: sessionIdOf(client),
    patient_id: patientId,
    window_id: null,
    window_type: 'PRE' as const,
    window_label: '',
    protocol_id: id,
    protocol_version: version,
    instruments: '[]',
    seed: '',
  }));
  await inClinic(services, clinicId, (db) => db.insertInto('survey_sessions').values(rows).execute());
}

// As long as the encrypted cell of an answer.
const CELL = `decode(repeat('07', 93), 'hex')`;

/** The statements of one page: lock the session, store the page with its answers, advance the session. */
function statementsOf(clinicId: string, answers: number): readonly string[] {
  const key = `'${clinicId}', ${session}`;
  const rows = Array.from(
    { length: answers },
    (_, index) =>
      `(${key}, 'item-' || :page::text || '-${index}', :page::integer, ${index}, 'QUESTION_VERTICAL_RADIO', ${CELL}, 1)`,
  );
  const own = `clinic_id = '${clinicId}' AND id = ${session}`;
  return [
    `SELECT page_count FROM survey_sessions WHERE ${own} FOR UPDATE`,
    `INSERT INTO survey_pages (clinic_id, session_id, number, answered_at, time_taken) VALUES (${key}, :page::integer, now(), 1)`,
    `INSERT INTO answers (clinic_id, session_id, item_id, page_number, position, item_type, encrypted, time_taken) VALUES ${rows.join(', ')}`,
    `UPDATE survey_sessions SET page_count = :page::integer, updated_at = now() WHERE ${own}`,
  ];
}

type Load = { clinicId: string; clients: number; seconds: number; answers: number };
export type Baseline = { tool: 'pgbench' | 'bare driver'; perSecond: number };

let firstPage = 0;

/** Transactions per second of the same writes on the same server, by pgbench if it is installed, else by the driver. */
export async function sameWrites({ databaseUrl }: LoadedServer, load: Load): Promise<Baseline> {
  // Every run uses page numbers that no earlier run has used.
  firstPage += 1_000_000;
  const statements = statementsOf(load.clinicId, load.answers);
  const pgbench = findPgbench();
  if (pgbench === undefined)
    return { tool: 'bare driver', perSecond: await byDriver(databaseUrl, load, statements) };
  return { tool: 'pgbench', perSecond: await byPgbench(pgbench, databaseUrl, load, statements) };
}

function findPgbench(): string | undefined {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return versions.map((version) => `${folder}/${version}/bin/pgbench`).findLast((path) => existsSync(path));
}

async function byPgbench(
  pgbench: string,
  databaseUrl: string,
  { clinicId, clients, seconds }: Load,
  statements: readonly string[],
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'pgbench-'));
  const script = join(folder, 'page.sql');
  const lines = ['BEGIN', ...statements, 'COMMIT'].map((line) => `${line};`);
  writeFileSync(script, ['\\set page :page + 1', ...lines].join('\n'));
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    `${clients}`,
    '-j',
    '2',
    '-T',
    `${seconds}`,
    '-D',
    `page=${firstPage}`,
  ];
  const environment = { PGOPTIONS: `-c role=resonanz_app -c app.clinic_id=${clinicId}` };
  try {
    const output = await outputOf(pgbench, [...options, '-f', script, knownToAll(databaseUrl)], environment);
    const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
    if (!(perSecond > 0)) throw new Error(`pgbench told no number:\n${output}`);
    return perSecond;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Older versions of pgbench refuse the parameter that names the kind of password check. */
function knownToAll(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('require_auth');
  return url.href;
}

async function outputOf(program: string, options: readonly string[], environment: Record<string, string>) {
  const child = spawn(program, options, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  await once(child, 'close');
  return output;
}

async function byDriver(
  databaseUrl: string,
  { clinicId, clients, seconds }: Load,
  statements: readonly string[],
): Promise<number> {
  const texts = statements.map((text) => text.replaceAll(':client_id', '$1').replaceAll(':page', '$2'));
  const end = Date.now() + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: clients }, async (_, number) => {
      const options = `-c role=resonanz_app -c app.clinic_id=${clinicId}`;
      const client = new Client({ connectionString: databaseUrl, options });
      await client.connect();
      let done = 0;
      for (; Date.now() < end; done += 1) await writePage(client, texts, [number, firstPage + done]);
      await client.end();
      return done;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

async function writePage(client: Client, texts: readonly string[], values: readonly number[]): Promise<void> {
  await client.query('BEGIN');
  for (const [index, text] of texts.entries()) {
    const used = text.includes('$2') ? [...values] : values.slice(0, 1);
    await client.query({ name: `same-${index}`, text, values: used });
  }
  await client.query('COMMIT');
}
