import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { Client } from 'pg';
import { operator, terminal } from '../src/server/audit/operator.ts';
import { verifyAudit } from '../src/server/audit/verify.ts';
import { writeBackup } from '../src/server/backup/backup.ts';
import { restoreBackup } from '../src/server/backup/restore.ts';
import { withTenant } from '../src/server/database/transaction.ts';
import { listCells } from '../src/server/keys/rotation-queries.ts';
import { erasePatient } from '../src/server/subject-rights/erase.ts';
import { cookieOf, inClinic } from '../test/builders.ts';
import { testDatabase } from '../test/database.ts';
import { median, quantile } from './load/figures.ts';
import { listTimes } from './load/lists.ts';
import { besideLists } from './load/beside-lists.ts';
import { fillRegister, type FilledClinic, type RegisterSize } from './load/register.ts';
import { startLoadedServer, type LoadedServer } from './load/server.ts';

export const name =
  'A register: many clinics in one database (clinics=100 patients=500000 surveys=300000 jobs=120 restore=1)';

type Row = { what: string; value: string; target: string };

const usual = { clinics: 10, patients: 10_000, surveys: 6000, jobs: 60, restore: 1 };
const note = () => {};

export async function run(settings: ReadonlyMap<string, number> = new Map()): Promise<{ rows: Row[] }> {
  const size = { ...usual, ...Object.fromEntries(settings) };
  const server = await startLoadedServer();
  try {
    const began = performance.now();
    const clinics = await fillRegister(server.services, server.databaseUrl, size);
    const client = new Client(server.databaseUrl);
    // After an error the server stops first.
    client.on('error', () => {});
    await client.connect();
    const rows = [await filledRow(client, size, clinics, began)];
    for await (const row of measure(server, client, clinics, size)) {
      // A large register takes an hour, so each row is said at once.
      console.log(`${row.what}: ${row.value}`);
      rows.push(row);
    }
    await client.end();
    return { rows };
  } finally {
    await server.stop();
  }
}

const sizes = ['answers', 'scores', 'survey_pages', 'survey_windows', 'audit', 'audit_seals'];

async function filledRow(
  client: Client,
  size: RegisterSize,
  clinics: readonly FilledClinic[],
  began: number,
): Promise<Row> {
  const { rows } = await client.query(
    `SELECT pg_database_size(current_database()) / 1e6 AS all, ARRAY(SELECT name || ' ' || round(pg_total_relation_size(name::regclass) / 1e6)
       FROM unnest($1::text[]) AS name) AS tables`,
    [sizes],
  );
  const surveys = clinics.reduce((sum, clinic) => sum + clinic.surveys, 0);
  return {
    what: `${size.clinics} clinics, ${size.patients} patients, ${surveys} surveys made in ${secondsSince(began)}`,
    value: `${Math.round(rows[0].all)} MB (${rows[0].tables.join(', ')})`,
    target: '',
  };
}

async function* measure(
  server: LoadedServer,
  client: Client,
  clinics: readonly FilledClinic[],
  { jobs, restore, patients }: typeof usual,
): AsyncGenerator<Row> {
  yield await sealed(client);
  yield* await jobTime(client, clinics, jobs);
  if (patients === 0) return;
  for (const clinic of clinics.slice(0, 2)) {
    yield await list(server, clinic);
    yield await trail(server, clinic);
  }
  for (const admins of [0, 1, 4, 10]) yield await callsBesideLists(server, clinics[1]!, admins);
  yield await cells(server, clinics[0]!);
  yield await erasures(server, clinics.slice(0, 2));
  yield* backup(server, client, restore === 1);
}

/** The server seals the rows of all trails by itself. */
async function sealed(client: Client): Promise<Row> {
  const began = performance.now();
  const waiting = async () =>
    Number((await client.query('SELECT count(*) AS count FROM audit_unsealed')).rows[0].count);
  const first = await waiting();
  while ((await waiting()) > 0) await wait(500);
  const seconds = (performance.now() - began) / 1000;
  return {
    what: 'seal the trails',
    value: `${Math.round(first / Math.max(seconds, 0.5))} rows/s`,
    target: '',
  };
}

/** What a process asks of the database while no person works. */
async function jobTime(client: Client, clinics: readonly FilledClinic[], seconds: number): Promise<Row[]> {
  const busy = async () => {
    const { rows } = await client.query(
      `SELECT active_time FROM pg_stat_database WHERE datname = current_database()`,
    );
    return Number(rows[0].active_time);
  };
  // The mails of all clinics are planned once a day.
  const planned = async () =>
    Number((await client.query('SELECT count(*) AS count FROM mail_plans')).rows[0].count);
  while ((await planned()) < clinics.length) await wait(500);
  await wait(5000);
  const [before, rowsBefore] = [await busy(), await scannedRows(client)];
  await wait(seconds * 1000);
  const minutes = seconds / 60;
  const spent = ((await busy()) - before) / 1000 / minutes;
  const scanned = [...(await scannedRows(client))]
    .map(([table, count]) => [table, (count - (rowsBefore.get(table) ?? 0)) / minutes] as const)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one);
  return [
    {
      what: `database time of the jobs, ${clinics.length} clinics`,
      value: `${spent.toFixed(2)} s a minute`,
      target: '1 s a minute (2,000 clinics)',
    },
    {
      what: 'rows that the jobs read without an index, a minute',
      value: scanned
        .slice(0, 4)
        .map(([table, count]) => `${table} ${Math.round(count)}`)
        .join(', '),
      target: '',
    },
  ];
}

async function scannedRows(client: Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ table: string; count: string }>(
    `SELECT relname AS table, seq_tup_read AS count FROM pg_stat_user_tables`,
  );
  return new Map(rows.map(({ table, count }) => [table, Number(count)]));
}

async function list({ port, services }: LoadedServer, clinic: FilledClinic): Promise<Row> {
  const cookie = await cookieOf(services, await adminOf(services, clinic));
  const fetched = await listTimes(port, '/api/auth/clinic-admins/patients', cookie);
  return {
    what: `list of ${clinic.patients} patients with ${clinic.surveys} surveys`,
    value: `${Math.round(median(fetched.map(({ milliseconds }) => milliseconds)))} ms, ${(fetched[0]!.bytes / 1e6).toFixed(2)} MB`,
    target: '600 ms (5,000)',
  };
}

/** What a patient notices while admins load the whole list of the clinic again and again. */
async function callsBesideLists(server: LoadedServer, clinic: FilledClinic, admins: number): Promise<Row> {
  const admin = await adminOf(server.services, clinic);
  const { calls, refused, lists, megabytes } = await besideLists(server, admin, admins);
  return {
    what: `a patient's call beside ${admins} admins who reload a list of ${clinic.patients}`,
    value: `p50 ${Math.round(median(calls))} ms, p95 ${Math.round(quantile(calls, 0.95))} ms, ${refused} refused, ${lists} lists, server ${megabytes} MB`,
    target: '0 refused',
  };
}

async function adminOf(services: LoadedServer['services'], clinic: FilledClinic) {
  const { id } = await inClinic(services, clinic.id, (db) =>
    db
      .selectFrom('accounts')
      .select('id')
      .where('clinic_id', '=', clinic.id)
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow(),
  );
  return { clinicId: clinic.id, id, role: 'admin' as const, name: 'admin', secret: '' };
}

async function trail({ services }: LoadedServer, clinic: FilledClinic): Promise<Row> {
  const began = performance.now();
  const { sealed: rows, found } = await verifyAudit(services.pool, clinic.id, new Map());
  const rate = Math.round(rows / ((performance.now() - began) / 1000));
  return {
    what: `verify a trail of ${rows} rows`,
    value: `${rate} rows/s, ${found} findings`,
    target: '',
  };
}

/** A step of a key change, in the middle of the answers of a clinic. */
async function cells({ services }: LoadedServer, clinic: FilledClinic): Promise<Row> {
  const times: number[] = [];
  let after: readonly string[] | undefined;
  for (let step = 0; step < 20; step++) {
    const began = performance.now();
    const page = await withTenant(services.pool, clinic.id, (db) =>
      listCells(db, clinic.id, 'answers|encrypted', { after, most: 50 }),
    );
    times.push(performance.now() - began);
    after = page.at(-1)?.key;
  }
  return {
    what: 'read 50 answers for new keys',
    value: `p50 ${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)} ms`,
    target: '5,000 ms (limit of a statement)',
  };
}

async function erasures({ services }: LoadedServer, clinics: readonly FilledClinic[]): Promise<Row> {
  const times: number[] = [];
  for (const { id: clinicId } of clinics)
    for (let round = 0; round < 5; round++)
      await withTenant(services.pool, clinicId, async (db) => {
        const patient = await db
          .selectFrom('patients')
          .select(['id', 'code'])
          .where('clinic_id', '=', clinicId)
          .limit(1)
          .executeTakeFirstOrThrow();
        const began = performance.now();
        await erasePatient(
          db,
          services.keys,
          { clinicId, ...patient },
          { role: operator.role, requestId: terminal.id },
        );
        times.push(performance.now() - began);
      });
  return {
    what: 'erase a patient',
    value: `p50 ${Math.round(median(times))} ms, worst ${Math.round(Math.max(...times))} ms`,
    target: '500 ms',
  };
}

async function* backup(
  { services }: LoadedServer,
  client: Client,
  withRestore: boolean,
): AsyncGenerator<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-register-'));
  try {
    const identity = await generateIdentity();
    const recipients = [await identityToRecipient(identity)] as const;
    const { rows } = await client.query('SELECT pg_database_size(current_database()) / 1e6 AS size');
    const megabytes = Number(rows[0].size);
    const rate = (began: number) =>
      `${secondsSince(began)}, ${(megabytes / ((performance.now() - began) / 1000)).toFixed(1)} MB/s of database`;
    const began = performance.now();
    const written = await writeBackup(services, { to: join(folder, 'backup'), recipients, note });
    yield {
      what: 'backup',
      value: `${rate(began)}, file ${Math.round(written.bytes / 1e6)} MB`,
      target: '15 MB/s (11 GB in 12 min)',
    };
    if (!withRestore) return;
    const { url } = await testDatabase();
    const again = performance.now();
    await restoreBackup(
      url,
      { from: written.file, keysFile: written.keys_file, identity },
      { dataDir: folder, note, loadKeys: () => services.keys },
    );
    yield { what: 'restore', value: rate(again), target: '20 MB/s' };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const secondsSince = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;
