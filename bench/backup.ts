import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { aClinic, aClinician } from '../test/builders.ts';
import { testDatabase } from '../test/database.ts';
import { testServices } from '../test/services.ts';
import { createPool } from '../src/server/database/pool.ts';
import { insertFingerprint } from '../src/server/database/queries.ts';
import { withoutTenant, withTenant } from '../src/server/database/transaction.ts';
import { fingerprint } from '../src/server/keys/keys.ts';
import { sealContent } from '../src/server/keys/patient-cells.ts';
import { writeBackup } from '../src/server/backup/backup.ts';
import { restoreBackup } from '../src/server/backup/restore.ts';
import type { Services } from '../src/server/services.ts';

export const name = 'Backup and restore of 1,000 patients with 100,000 answers and 4,000 reports';

const PATIENTS = 1000;
const SESSIONS = 2;
const ITEMS = 50;
const REPORT_BYTES = 20_000;

const note = () => {};

export async function run() {
  const { url } = await testDatabase();
  // Filling takes longer than the server's statement limit.
  const pool = createPool(url, { settings: { statement_timeout: '0' }, onError: note });
  const services = await testServices({ pool, loginPool: createPool(url, { max: 2, onError: note }) });
  await withoutTenant(pool, (db) => insertFingerprint(db, 1, fingerprint(services.keys, 1)));
  await fill(services);
  const folder = mkdtempSync(join(tmpdir(), 'resonanz-backup-'));
  try {
    return { rows: await measure(services, folder) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(services: Services, folder: string) {
  const identity = await generateIdentity();
  const recipients = [await identityToRecipient(identity)] as const;
  const to = join(folder, 'backup');
  const { rows } = await withoutTenant(services.pool, (db) =>
    sql<{ size: number }>`SELECT pg_database_size(current_database()) AS size`.execute(db),
  );
  const backup = await watched(() => writeBackup(services, { to, recipients, note }));
  const { url: target } = await testDatabase();
  const files = { from: to, keysFile: backup.answer.keys_file, identity };
  const restore = await watched(() =>
    restoreBackup(target, files, { dataDir: folder, note, loadKeys: () => services.keys }),
  );
  const megabytes = (rows[0]?.size ?? 0) / 1e6;
  const perMinute = (seconds: number) => `${Math.round((megabytes / seconds) * 60)} MB of database a minute`;
  const value = ({ seconds, grown }: Watched<unknown>) =>
    `${seconds.toFixed(1)} s, ${perMinute(seconds)}, memory +${grown} MB`;
  return [
    { what: 'database', value: `${Math.round(megabytes)} MB, ${backup.answer.rows} rows`, target: '' },
    {
      what: 'backup',
      value: `${value(backup)}, ${Math.round(backup.answer.bytes / 1e6)} MB file`,
      target: '',
    },
    { what: 'restore', value: value(restore), target: '170 MB a minute (10 GB in an hour)' },
  ];
}

type Watched<T> = { answer: T; seconds: number; grown: number };

/** The duration of the work, and the largest growth of the process meanwhile. */
async function watched<T>(work: () => Promise<T>): Promise<Watched<T>> {
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
  const start = performance.now();
  try {
    const answer = await work();
    return { answer, seconds: (performance.now() - start) / 1000, grown: Math.round((most - before) / 1e6) };
  } finally {
    clearInterval(timer);
  }
}

/** Bytes that cannot be compressed, in place of an encrypted cell: so many times 32, made from a text of the row. */
const cell = (seed: string, parts: number) =>
  sql.raw(
    `(SELECT string_agg(sha256((${seed} || part)::bytea), ''::bytea) FROM generate_series(1, ${parts}) part)`,
  );

async function fill(services: Services): Promise<void> {
  const clinic = await aClinic(services);
  const clinician = await aClinician(services, clinic.id);
  const content = { birthDate: '1990-01-01', diagnosisIds: ['F32.1'], labels: [] };
  const ids = Array.from({ length: PATIENTS }, () => crypto.randomUUID());
  await withTenant(services.pool, clinic.id, async (db) => {
    await sql`INSERT INTO patients (clinic_id, id, code, code_key, clinician_id, gender, admission, discharge,
        birth_date_encrypted, secret_hash)
      SELECT ${clinic.id}, id, left(id::text, 13), left(id::text, 13), ${clinician.id}, 'FEMALE', '2025-01-01', '2026-01-01', cell,
        '$argon2id$' || md5(id::text) || md5('x' || id::text)
      FROM unnest(${ids}::uuid[], ${ids.map((id) => sealContent(services.keys, id, content))}::bytea[]) AS made (id, cell)`.execute(
      db,
    );
    await sql`INSERT INTO survey_sessions (clinic_id, id, patient_id, window_type, window_label, protocol_id, protocol_version,
        instruments, seed, finished_at)
      SELECT clinic_id, gen_random_uuid(), id, 'PRE', 'Erstgespräch', 'standard', '1', '[{"id": "dep", "version": "1"}]',
        md5(id::text || n), now() FROM patients, generate_series(1, ${SESSIONS}::int) n`.execute(db);
    await sql`INSERT INTO survey_pages (clinic_id, session_id, number)
      SELECT clinic_id, id, n FROM survey_sessions, generate_series(0, ${ITEMS}::int - 1) n`.execute(db);
    await sql`INSERT INTO answers (clinic_id, session_id, item_id, page_number, position, item_type, encrypted, time_taken)
      SELECT clinic_id, session_id, 'dep-' || number, number, 0, 'QUESTION_RADIO', ${cell('session_id::text || number', 3)},
        random() * 10000 FROM survey_pages`.execute(db);
    await sql`INSERT INTO scores (clinic_id, session_id, instrument_id, scale, instrument_version, algorithm_version, result_encrypted)
      SELECT clinic_id, id, i, 'total', '1', 'a', ${cell('id::text || i', 9)}
      FROM survey_sessions, unnest('{dep,anx,exis,evos,eri,eq5d}'::text[]) i`.execute(db);
    await sql`INSERT INTO reports (clinic_id, session_id, audience, hash, html_encrypted, versions)
      SELECT clinic_id, id, audience, md5(id::text), ${cell('id::text', REPORT_BYTES / 32)}, '{}'
      FROM survey_sessions, unnest('{clinician,patient}'::text[]) audience`.execute(db);
  });
}
