import { sql, type RawBuilder } from 'kysely';
import type { Consent } from '../../domain/consent.ts';
import type { ConsentText } from '../../contract/consent.ts';
import type { Db } from '../db/transaction.ts';

export type PatientKey = { clinicId: string; patientId: string };

/** Stores a consent text where its version is new; returns the hash the version is known by. */
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

/** The newest consent of a patient: the one that counts. */
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
 * Whether the patient's newest consent is to `version` and stands. A piece of a larger statement, so that
 * it costs no round trip of its own; always true where no consent is asked for.
 */
export function hasConsent({ clinicId, patientId }: PatientKey, version: string | null): RawBuilder<boolean> {
  if (version === null) return sql`true`;
  return sql`coalesce((SELECT c.version = ${version} AND c.withdrawn_at IS NULL FROM study_consents c
    WHERE c.clinic_id = ${clinicId} AND c.patient_id = ${patientId} ORDER BY c.given_at DESC LIMIT 1), false)`;
}

/**
 * Until the transaction ends, nobody else gives or withdraws this patient's consent, and no survey of the patient begins
 * or takes a page. Sessions first: that is the order in which a page is taken.
 */
export async function holdSurveys(db: Db, { clinicId, patientId }: PatientKey): Promise<void> {
  await sql`SELECT id FROM survey_sessions WHERE clinic_id = ${clinicId} AND patient_id = ${patientId}
    ORDER BY id FOR UPDATE`.execute(db);
  await holdPatient(db, { clinicId, patientId });
}

/** Until the transaction ends, nobody else gives or withdraws this patient's consent. */
export async function holdPatient(db: Db, { clinicId, patientId }: PatientKey): Promise<void> {
  await sql`SELECT id FROM patients WHERE clinic_id = ${clinicId} AND id = ${patientId} FOR UPDATE`.execute(
    db,
  );
}

/** Adds a consent. It is the newest even where the clock was set back since the last one. */
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

/** Withdraws every consent of a patient that stands. */
export async function closeConsents(db: Db, { clinicId, patientId }: PatientKey, at: string): Promise<void> {
  await sql`UPDATE study_consents SET withdrawn_at = greatest(${at}::timestamptz, given_at)
    WHERE clinic_id = ${clinicId} AND patient_id = ${patientId} AND withdrawn_at IS NULL`.execute(db);
}

/** Forgets what only the surveys to come needed: what was ticked but not sent, and the addresses for invitations. */
export async function forgetUnsent(db: Db, { clinicId, patientId }: PatientKey): Promise<void> {
  await sql`DELETE FROM drafts WHERE clinic_id = ${clinicId} AND session_id IN
    (SELECT id FROM survey_sessions WHERE clinic_id = ${clinicId} AND patient_id = ${patientId})`.execute(db);
  await db
    .deleteFrom('mail_addresses')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .execute();
}
