import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { readLines } from '../database/copy.ts';
import { selectInEachClinic } from '../database/each-clinic.ts';
import type { Db } from '../database/transaction.ts';
import { linesOf } from './backup-rows.ts';

/**
 * The moment, migrations and clinics of a transaction's snapshot. `free` is false if another backup runs: backups run one
 * at a time, or the older snapshot's list of keys could replace the newer list.
 */
export async function describeSnapshot(client: ClientBase) {
  const { rows } = await client.query<{ free: boolean; at: string; migrations: string[]; clinics: string[] }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('backup', 0)) AS free,
       to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
       ARRAY(SELECT name FROM schema_migrations ORDER BY name) AS migrations,
       ARRAY(SELECT id::text FROM clinics ORDER BY created, id) AS clinics`,
  );
  const [view] = rows;
  if (!view) throw new Error('a SELECT without FROM gives one row');
  return view;
}

export async function findInstallation(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM installation');
  const [installation] = rows;
  if (!installation) throw new Error('the database has no id of its installation');
  return installation.id;
}

/** The clinics that were erased. */
export async function listErasedClinics(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM erased_clinics ORDER BY erased, id');
  return rows.map(({ id }) => id);
}

/**
 * Ids of patients without a data key, at most `most`. The lock keeps them from being erased before they have one. Without
 * the OFFSET, PostgreSQL compares every patient with every key of the clinic while it believes that there are few keys.
 */
export async function lockPatientsWithoutKey(db: Db, clinicId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT p.id FROM patients p WHERE p.clinic_id = ${clinicId}
    AND NOT EXISTS (SELECT FROM patient_data_keys k WHERE k.clinic_id = p.clinic_id AND k.patient_id = p.id OFFSET 0)
    LIMIT ${most} FOR KEY SHARE OF p`.execute(db);
  return rows.map(({ id }) => id);
}

export async function insertDataKeys(
  db: Db,
  clinicId: string,
  keys: readonly { patientId: string; keyEncrypted: Buffer }[],
): Promise<void> {
  await db
    .insertInto('patient_data_keys')
    .values(
      keys.map(({ patientId, keyEncrypted }) => ({
        clinic_id: clinicId,
        patient_id: patientId,
        key_encrypted: keyEncrypted,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const ERASURES = `audit a WHERE a.clinic_id = entered.clinic AND a.action = 'patient_erased' AND a.patient_id IS NOT NULL`;

const countsOfClinics = selectInEachClinic({
  columns: [
    'entered.clinic',
    '(SELECT count(*)::float8 FROM patients p WHERE p.clinic_id = entered.clinic AND p.created <= $1)',
    `(SELECT count(*)::float8 FROM ${ERASURES})`,
  ],
  from: '(VALUES (entered.clinic)) AS one (clinic)',
});

/** The patients of each clinic who came until a moment, and the erasures in its trail. */
export async function countPatients(
  client: ClientBase,
  until: string,
): Promise<{ id: string; patients: number; erased: number }[]> {
  const { rows } = await client.query<{ c0: string; c1: number; c2: number }>(countsOfClinics, [until]);
  return rows.map(({ c0, c1, c2 }) => ({ id: c0, patients: c1, erased: c2 }));
}

/** The ids of the erased patients of each clinic, as its trail records them. */
export async function listErasedPatients(client: ClientBase): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ c0: string; c1: string }>(
    selectInEachClinic({ columns: ['entered.clinic', 'a.patient_id'], from: ERASURES }),
  );
  const ofClinics = Map.groupBy(rows, ({ c0 }) => c0);
  return Object.fromEntries([...ofClinics].map(([id, some]) => [id, some.map(({ c1 }) => c1)]));
}

const KEY_OF_PATIENT = 'k.clinic_id = entered.clinic AND k.patient_id = p.id';

/** The clinics in which a patient has no data key. */
export async function listClinicsWithoutKey(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ c0: string }>(
    selectInEachClinic({
      columns: ['entered.clinic'],
      from: `(SELECT FROM patients p WHERE p.clinic_id = entered.clinic
        AND NOT EXISTS (SELECT FROM patient_data_keys k WHERE ${KEY_OF_PATIENT} OFFSET 0) LIMIT 1) one`,
    }),
  );
  return rows.map(({ c0 }) => c0);
}

// A join would compare each patient with all keys of the clinic where PostgreSQL believes that there are few.
const cellsOfKeys = selectInEachClinic({
  columns: [
    'entered.clinic',
    'p.id',
    `(SELECT encode(k.key_encrypted, 'hex') FROM patient_data_keys k WHERE ${KEY_OF_PATIENT})`,
  ],
  from: 'patients p WHERE p.clinic_id = entered.clinic',
});
const NONE = '\\N';

/** Every patient of every clinic, with the encrypted data key if there is one. */
export async function* readKeyCells(
  client: ClientBase,
): AsyncGenerator<{ clinicId: string; patientId: string; cell: Buffer | undefined }> {
  for await (const piece of readLines(client, cellsOfKeys))
    for (const line of linesOf(piece)) {
      const [clinicId = '', patientId = '', cell = NONE] = line
        .toString('latin1', 0, line.length - 1)
        .split('\t');
      yield { clinicId, patientId, cell: cell === NONE ? undefined : Buffer.from(cell, 'hex') };
    }
}

const idsOfPatients = selectInEachClinic({
  columns: ['p.id'],
  from: 'patients p WHERE p.clinic_id = entered.clinic',
});

export async function* readPatientIds(client: ClientBase): AsyncGenerator<string> {
  for await (const piece of readLines(client, idsOfPatients))
    for (const line of linesOf(piece)) yield line.toString('latin1', 0, line.length - 1);
}
