import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { readLines } from '../database/copy.ts';
import { selectInEachClinic } from '../database/each-clinic.ts';
import type { Db } from '../database/transaction.ts';
import { linesOf } from './rows.ts';

/** What a transaction sees of its database as a whole. */
export type View = {
  /** False if another backup runs: one at a time, or the older snapshot's list of keys could replace the newer list. */
  free: boolean;
  installation: string;
  /** The moment of the snapshot, ISO text with Z. */
  at: string;
  migrations: string[];
  clinics: string[];
  erasedClinics: string[];
};

export async function describeSnapshot(client: ClientBase): Promise<View> {
  const { rows } = await client.query<View>(
    `SELECT id AS installation, pg_try_advisory_xact_lock(hashtextextended('backup', 0)) AS free,
       to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at,
       ARRAY(SELECT name FROM schema_migrations ORDER BY name) AS migrations,
       ARRAY(SELECT id::text FROM clinics ORDER BY created, id) AS clinics,
       ARRAY(SELECT id::text FROM erased_clinics ORDER BY erased, id) AS "erasedClinics"
     FROM installation`,
  );
  const [view] = rows;
  if (!view) throw new Error('the database has no id of its installation');
  return view;
}

/** Stores data keys of one clinic. Returns the ids of the patients who are still there; the others get none. */
export async function insertDataKeys(
  db: Db,
  made: readonly { clinicId: string; patientId: string; cell: Buffer }[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO patient_data_keys (clinic_id, patient_id, key_encrypted)
    SELECT p.clinic_id, p.id, made.cell
    FROM unnest(${made.map(({ clinicId }) => clinicId)}::uuid[], ${made.map(({ patientId }) => patientId)}::uuid[],
      ${made.map(({ cell }) => cell)}::bytea[]) AS made (clinic, id, cell)
    JOIN patients p ON p.clinic_id = made.clinic AND p.id = made.id FOR KEY SHARE OF p
    RETURNING patient_id AS id`.execute(db);
  return rows.map(({ id }) => id);
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

// A join would compare each patient with all keys of the clinic where PostgreSQL believes that there are few.
const cellsOfKeys = selectInEachClinic({
  columns: [
    'entered.clinic',
    'p.id',
    `(SELECT encode(k.key_encrypted, 'hex') FROM patient_data_keys k
      WHERE k.clinic_id = entered.clinic AND k.patient_id = p.id)`,
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
