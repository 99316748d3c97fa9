import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { instrumentItems } from '../src/domain/instrument.ts';
import { withoutTenant } from '../src/server/database/transaction.ts';
import { insertClinic } from '../src/server/clinics/queries.ts';
import { sealBirthDate } from '../src/server/keys/patient-cells.ts';
import { extensions } from '../src/extensions/list.ts';
import { furtherFormats } from '../src/server/research/research-part.ts';
import type { Services } from '../src/server/services.ts';

const types = ['PRE', 'INTERMEDIATE', 'POST', 'FOLLOW_UP_1', 'FOLLOW_UP_2'];

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
    return [id, sealBirthDate(keys, id, '1990-01-01')];
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
     SELECT $1, gen_random_uuid(), p.id, t.type, t.type, 'standard', '1.0.0', $2::jsonb, 's', '2024-06-01', '2024-06-01', '2024-06-01', 1
     FROM patients p, unnest($3::text[]) AS t(type) WHERE p.clinic_id = $1`,
    [clinicId, versions, types],
  );
  await client.query(
    `INSERT INTO survey_pages (clinic_id, session_id, number, answered_at, time_taken)
     SELECT clinic_id, id, 0, started_at, 60 FROM survey_sessions WHERE clinic_id = $1`,
    [clinicId],
  );
  const items = instruments.flatMap((instrument) => instrumentItems(instrument));
  await client.query(
    `INSERT INTO answers (clinic_id, session_id, item_id, page_number, position, item_type, value, label, time_taken)
     SELECT s.clinic_id, s.id, i.id, 0, i.n, i.type, i.value::jsonb, '"x"', 1.234
     FROM survey_sessions s, unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS i(id, type, value, n)
     WHERE s.clinic_id = $1`,
    [
      clinicId,
      items.map(({ id }) => id),
      items.map(({ type }) => type),
      items.map(({ options }) => JSON.stringify(options[1]?.value ?? 50)),
    ],
  );
  await client.query(
    `INSERT INTO scores (clinic_id, session_id, instrument_id, scale, instrument_version, algorithm_version, result)
     SELECT s.clinic_id, s.id, 'wai', k.scale, '1.0.0', 'scoring-1.0.0', jsonb_build_object('instrument_id', 'wai', 'instrument_version', '1.0.0',
       'scale', k.scale, 'kind', 'mean', 'raw', 3.25, 'theta', null, 'se', null, 't', null, 'interval', null, 'band', null,
       'condition_severity', null, 'norm_set', null, 'items_answered', 4, 'items_missing', 0, 'stop', null)
     FROM survey_sessions s, (VALUES ('wai-tasks'), ('wai-goals')) AS k(scale) WHERE s.clinic_id = $1`,
    [clinicId],
  );
  await client.query('ANALYZE');
  await client.end();
  return clinicId;
}
