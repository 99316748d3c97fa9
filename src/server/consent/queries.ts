import { sql } from 'kysely';
import type { Consent } from '../../domain/consent.ts';
import type { ConsentText } from '../../contract/consent.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';

/** Stores a consent text if its version is new. Returns the stored hash of the version. */
export async function registerText(
  db: Db,
  { version, ...content }: ConsentText,
  hash: string,
): Promise<string | undefined> {
  await db
    .insertInto('consent_texts')
    .values({ version, hash, content: JSON.stringify(content) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await db
    .selectFrom('consent_texts')
    .select('hash')
    .where('version', '=', version)
    .executeTakeFirst();
  return stored?.hash;
}

/** The newest consent of a patient. Only this one counts. */
export async function findNewestConsent(
  db: Db,
  { clinicId, patientId }: PatientKey,
): Promise<Consent | undefined> {
  return db
    .selectFrom('study_consents')
    .select(['version', 'given_at', 'withdrawn_at'])
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .orderBy('given_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Locks the survey sessions and the consent of a patient until the transaction ends. No other request can give or
 * withdraw the consent, begin a survey or store a page. Sessions come first, because a page locks in the same order.
 */
export async function holdSurveys(db: Db, { clinicId, patientId }: PatientKey): Promise<void> {
  await sql`SELECT id FROM survey_sessions WHERE clinic_id = ${clinicId} AND patient_id = ${patientId}
    ORDER BY id FOR UPDATE`.execute(db);
  await holdPatient(db, { clinicId, patientId });
}

/** Locks the consent of a patient until the transaction ends. No other request can give or withdraw it. */
export async function holdPatient(db: Db, { clinicId, patientId }: PatientKey): Promise<void> {
  await sql`SELECT id FROM patients WHERE clinic_id = ${clinicId} AND id = ${patientId} FOR UPDATE`.execute(
    db,
  );
}

/** Adds a consent. It is the newest even if the clock was set back since the last one. */
export async function insertConsent(
  db: Db,
  { clinicId, patientId }: PatientKey,
  { version, at }: { version: string; at: string },
): Promise<void> {
  await sql`INSERT INTO study_consents (clinic_id, patient_id, version, given_at)
    SELECT ${clinicId}::uuid, ${patientId}::uuid, ${version},
      greatest(${at}::timestamptz, max(given_at) + interval '1 millisecond')
    FROM study_consents WHERE clinic_id = ${clinicId} AND patient_id = ${patientId}`.execute(db);
}

/** Withdraws every consent of a patient that is not withdrawn yet. */
export async function closeConsents(db: Db, { clinicId, patientId }: PatientKey, at: string): Promise<void> {
  await sql`UPDATE study_consents SET withdrawn_at = greatest(${at}::timestamptz, given_at)
    WHERE clinic_id = ${clinicId} AND patient_id = ${patientId} AND withdrawn_at IS NULL`.execute(db);
}

/** Deletes the data that only future surveys need: drafts, and the addresses for invitations. */
export async function forgetUnsent(db: Db, { clinicId, patientId }: PatientKey): Promise<void> {
  await sql`DELETE FROM drafts WHERE clinic_id = ${clinicId} AND session_id IN
    (SELECT id FROM survey_sessions WHERE clinic_id = ${clinicId} AND patient_id = ${patientId})`.execute(db);
  await db
    .deleteFrom('mail_addresses')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .execute();
}
