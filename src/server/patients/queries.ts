import { sql } from 'kysely';
import type { IsoDate } from '../../domain/iso-date.ts';
import { nameKey } from '../../domain/patient-code.ts';
import type { SurveyWindow } from '../../domain/windows.ts';
import type { Schema } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import { violatedConstraint } from '../database/violation.ts';
import type { Edits } from '../http/edits.ts';
import { AppError } from '../settings/app-error.ts';

/** A patient as the database stores it. Birth date, diagnoses and labels are encrypted; the birth date is hashed as the secret of the login. */
export type PatientRecord = {
  id: string;
  code: string;
  clinicianId: string;
  gender: Schema['patients']['gender'];
  admission: IsoDate;
  discharge: IsoDate | null;
  birthDateEncrypted: Buffer;
  secretHash: string;
};

export type PatientWindows = { patientId: string; windows: readonly SurveyWindow[] };

/** Inserts patients. The statement is the same for any number of them, so PostgreSQL keeps its plan. */
export async function insertPatients(
  db: Db,
  clinicId: string,
  patients: readonly PatientRecord[],
): Promise<void> {
  const column = <Field extends keyof PatientRecord>(field: Field) => patients.map((one) => one[field]);
  await sql`
    INSERT INTO patients (clinic_id, id, code, code_key, clinician_id, gender, admission, discharge,
      birth_date_encrypted, secret_hash)
    SELECT ${clinicId}::uuid, * FROM unnest(${column('id')}::uuid[], ${column('code')}::text[],
      ${column('code').map(nameKey)}::text[], ${column('clinicianId')}::uuid[], ${column('gender')}::text[],
      ${column('admission')}::date[], ${column('discharge')}::date[], ${column('birthDateEncrypted')}::bytea[],
      ${column('secretHash')}::text[])`
    .execute(db)
    .catch(refuseTakenCode);
}

function refuseTakenCode(error: unknown): never {
  if (violatedConstraint(error) === 'patients_clinic_id_code_key_key')
    throw new AppError('code_taken', { cause: error });
  throw error;
}

/** Inserts the windows of new patients. */
export async function insertWindows(
  db: Db,
  clinicId: string,
  windows: readonly PatientWindows[],
): Promise<void> {
  await sql`${windowInsertion(clinicId, windows)}`.execute(db);
}

/** Inserts windows. An existing window of the same type and ordinal gets the new dates and keeps its id and session. */
export async function upsertWindows(
  db: Db,
  clinicId: string,
  windows: readonly PatientWindows[],
): Promise<void> {
  await sql`${windowInsertion(clinicId, windows)}
    ON CONFLICT (clinic_id, patient_id, type, ordinal)
    DO UPDATE SET start_date = excluded.start_date, end_date = excluded.end_date, label = excluded.label`.execute(
    db,
  );
}

function windowInsertion(clinicId: string, windows: readonly PatientWindows[]) {
  const rows = windows.flatMap(({ patientId, windows: own }) =>
    own.map((window) => ({ ...window, patientId })),
  );
  const column = <Field extends keyof (typeof rows)[number]>(field: Field) => rows.map((row) => row[field]);
  return sql`
    INSERT INTO survey_windows (clinic_id, id, patient_id, type, ordinal, start_date, end_date, label)
    SELECT ${clinicId}::uuid, gen_random_uuid(), * FROM unnest(${column('patientId')}::uuid[],
      ${column('type')}::text[], ${column('ordinal')}::int[], ${column('start')}::date[], ${column('end')}::date[],
      ${column('label')}::text[])`;
}

/** Deletes the windows of a patient that are not among `kept`. Their sessions stay without a window. */
export async function deleteOtherWindows(
  db: Db,
  clinicId: string,
  patientId: string,
  kept: readonly SurveyWindow[],
): Promise<void> {
  await sql`
    DELETE FROM survey_windows WHERE clinic_id = ${clinicId} AND patient_id = ${patientId}
      AND (type, ordinal) NOT IN (SELECT * FROM unnest(${kept.map(({ type }) => type)}::text[],
        ${kept.map(({ ordinal }) => ordinal)}::int[]))`.execute(db);
}

/** Locks a patient until the transaction ends. With `clinicianId` it finds only a patient of this clinician. */
export async function lockPatient(db: Db, clinicId: string, id: string, clinicianId?: string) {
  let query = db
    .selectFrom('patients')
    .select(['id', 'code', 'clinician_id', 'gender', 'admission', 'discharge', 'edits'])
    .select('birth_date_encrypted')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id);
  if (clinicianId !== undefined) query = query.where('clinician_id', '=', clinicianId);
  return query.forNoKeyUpdate().executeTakeFirst();
}

/** Locks those of the patients that belong to the clinic. All calls lock in the order of ids, so two calls never deadlock. */
export async function lockPatients(db: Db, clinicId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; clinician_id: string }>`
    SELECT id, clinician_id FROM patients WHERE clinic_id = ${clinicId} AND id = ANY(${ids}::uuid[])
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
  return rows;
}

export async function updatePatient(
  db: Db,
  clinicId: string,
  id: string,
  patient: Partial<Omit<PatientRecord, 'id'>> & { edits?: Edits },
): Promise<void> {
  await db
    .updateTable('patients')
    .set({
      ...(patient.code !== undefined && { code: patient.code, code_key: nameKey(patient.code) }),
      ...(patient.birthDateEncrypted && { birth_date_encrypted: patient.birthDateEncrypted }),
      ...(patient.secretHash !== undefined && { secret_hash: patient.secretHash }),
      ...(patient.clinicianId !== undefined && { clinician_id: patient.clinicianId }),
      ...(patient.gender && { gender: patient.gender }),
      ...(patient.admission !== undefined && { admission: patient.admission }),
      ...(patient.discharge !== undefined && { discharge: patient.discharge }),
      ...(patient.edits && { edits: JSON.stringify(patient.edits) }),
    })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute()
    .catch(refuseTakenCode);
}

export async function assignPatients(
  db: Db,
  clinicId: string,
  ids: readonly string[],
  clinicianId: string,
): Promise<void> {
  await sql`UPDATE patients SET clinician_id = ${clinicianId}
    WHERE clinic_id = ${clinicId} AND id = ANY(${ids}::uuid[])`.execute(db);
}

export async function listDiagnoses(db: Db) {
  return db
    .selectFrom('diagnoses')
    .select(['id', 'description'])
    .orderBy(sql`id COLLATE "C"`)
    .execute();
}

/** The same diagnoses with what they are called. */
export async function describe(db: Db, diagnoses: readonly { id: string }[]) {
  const names = new Map((await listDiagnoses(db)).map(({ id, description }) => [id, description]));
  return diagnoses.map(({ id }) => ({ id, description: names.get(id) ?? '' }));
}

/** The ids that the catalogue contains. */
export async function knownDiagnoses(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM diagnoses WHERE id = ANY(${ids}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

export async function findPatientId(db: Db, clinicId: string, codeKey: string) {
  return db
    .selectFrom('patients')
    .select(['id', 'code'])
    .where('clinic_id', '=', clinicId)
    .where('code_key', '=', codeKey)
    .executeTakeFirst();
}
