import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { instrumentItems } from '../src/domain/instrument-items.ts';
import { withoutTenant } from '../src/server/database/transaction.ts';
import { insertClinic } from '../src/server/clinics/queries.ts';
import { extensions } from '../src/extensions/list.ts';
import { furtherFormats } from '../src/server/research/research-part.ts';
import { sealAnswer } from '../src/server/keys/answer-cells.ts';
import { sealContent } from '../src/server/keys/patient-cells.ts';
import { sealScore } from '../src/server/keys/score-cells.ts';
import type { Services } from '../src/server/services.ts';

const types = ['PRE', 'INTERMEDIATE', 'POST', 'FOLLOW_UP_1', 'FOLLOW_UP_2'];

const SCALES = ['wai-tasks', 'wai-goals'];
const score = {
  instrument_id: 'wai',
  instrument_version: '1.0.0',
  kind: 'mean',
  raw: 3.25,
  theta: null,
  se: null,
  t: null,
  interval: null,
  band: null,
  condition_severity: null,
  norm_set: null,
  items_answered: 4,
  items_missing: 0,
  stop: null,
};

/** An export with everything except free text, in all formats of this build. The caller names the clinics. */
export const usualExport = {
  clinicNames: 'pseudonyms',
  clinicianClusters: 'left_out',
  from: null,
  until: null,
  project: 'Test',
  dates: 'shifted',
  freeText: 'left_out',
  formats: ['csv', ...furtherFormats(extensions).map(({ name }) => name)],
  formatOptions: {},
} as const;

/**
 * Creates a clinic with finished surveys: five a patient, about 50 answers and two scores each. Returns its id. `adminUrl` is the
 * address of the database's administrator, where the pool of the services has another login.
 */
export async function manySurveys(
  services: Services,
  sessions: number,
  adminUrl = services.pool.options.connectionString,
): Promise<string> {
  const { pool, keys, registry } = services;
  const clinicId = await withoutTenant(pool, (db) =>
    insertClinic(db, { name: 'Export', nameKey: 'export', contact: '' }),
  );
  const clinicianId = randomUUID();
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  // Written by the database's administrator, because row-level security is not measured here.
  await client.query(`SET session_replication_role = replica`);
  await client.query(
    `INSERT INTO accounts (clinic_id, id, role, username, username_key, password_hash) VALUES ($1, $2, 'clinician', 'x', 'x', 'x')`,
    [clinicId, clinicianId],
  );
  const birth: [string, Buffer][] = Array.from({ length: sessions / types.length }, () => {
    const id = randomUUID();
    return [id, sealContent(keys, id, { birthDate: '1990-01-01', diagnosisIds: [], labels: [] })];
  });
  await client.query(
    `INSERT INTO patients (clinic_id, id, code, code_key, clinician_id, gender, admission, discharge, birth_date_encrypted, secret_hash)
     SELECT $1, id, 'E' || n, 'e' || n, $2, 'FEMALE', '2024-01-01', '2025-01-01', cell, 'x'
     FROM unnest($3::uuid[], $4::bytea[]) WITH ORDINALITY AS p(id, cell, n)`,
    [clinicId, clinicianId, birth.map(([id]) => id), birth.map(([, cell]) => cell)],
  );
  const instruments = ['eq5d', 'exis', 'evos', 'eri', 'wai'].flatMap(
    (id) => registry.instruments.get(id) ?? [],
  );
  const versions = JSON.stringify(instruments.map(({ id, version }) => ({ id, version })));
  await client.query(
    `INSERT INTO survey_sessions (clinic_id, id, patient_id, window_type, window_label, protocol_id, protocol_version, instruments, seed,
       started_at, updated_at, finished_at, page_count)
     SELECT $1, gen_random_uuid(), p.id, t.type, t.type, 'standard', $4, $2::jsonb, 's', '2024-06-01', '2024-06-01', '2024-06-01', 1
     FROM patients p, unnest($3::text[]) AS t(type) WHERE p.clinic_id = $1`,
    [clinicId, versions, types, registry.protocol.version],
  );
  await client.query(
    `INSERT INTO survey_pages (clinic_id, session_id, number, answered_at, time_taken)
     SELECT clinic_id, id, 0, started_at, 60 FROM survey_sessions WHERE clinic_id = $1`,
    [clinicId],
  );
  const { rows } = await client.query<{ id: string }>('SELECT id FROM survey_sessions WHERE clinic_id = $1', [
    clinicId,
  ]);
  const items = instruments.flatMap((instrument) => instrumentItems(instrument));
  for (const { id: sessionId } of rows) {
    const session = { clinicId, sessionId };
    await client.query(
      `INSERT INTO answers (clinic_id, session_id, item_id, page_number, position, item_type, encrypted, time_taken)
       SELECT $1, $2, i.id, 0, i.n, i.type, i.cell, 1.234
       FROM unnest($3::text[], $4::text[], $5::bytea[]) WITH ORDINALITY AS i(id, type, cell, n)`,
      [
        clinicId,
        sessionId,
        items.map(({ id }) => id),
        items.map(({ type }) => type),
        items.map((item) =>
          sealAnswer(keys, session, item, { value: item.options[1]?.value ?? 50, label: 'x' }),
        ),
      ],
    );
    await client.query(
      `INSERT INTO scores (clinic_id, session_id, instrument_id, scale, instrument_version, algorithm_version, result_encrypted)
       SELECT $1, $2, 'wai', k.scale, '1.0.0', 'scoring-1.0.0', k.cell FROM unnest($3::text[], $4::bytea[]) AS k(scale, cell)`,
      [
        clinicId,
        sessionId,
        SCALES,
        SCALES.map((scale) => sealScore(keys, session, { instrument_id: 'wai', scale }, { ...score, scale })),
      ],
    );
  }
  await client.query('ANALYZE');
  await client.end();
  return clinicId;
}
