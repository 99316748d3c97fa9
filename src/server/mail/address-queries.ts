import { sql } from 'kysely';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { AddressKind } from '../../domain/answer-types.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';

/**
 * Keeps the address for one kind of window. It replaces an earlier one and keeps the day on which that one was left. Without a
 * confirmation it counts as confirmed.
 */
export async function upsertMailAddress(
  db: Db,
  { clinicId, patientId }: PatientKey,
  kind: AddressKind,
  { address, at, confirmationId = null }: { address: Buffer; at: string; confirmationId?: string | null },
): Promise<void> {
  const left = { address_encrypted: address, confirmation_id: confirmationId };
  await db
    .insertInto('mail_addresses')
    .values({ clinic_id: clinicId, patient_id: patientId, kind, created: at, ...left })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'patient_id', 'kind']).doUpdateSet(left))
    .execute();
}

export type StoredAddress = {
  kind: AddressKind;
  address_encrypted: Buffer;
  confirmation_id: string | null;
  confirmed: boolean;
};

/** The encrypted addresses of a patient. */
export async function listAddresses(db: Db, { clinicId, patientId }: PatientKey): Promise<StoredAddress[]> {
  const { rows } = await sql<StoredAddress>`SELECT a.kind, a.address_encrypted, a.confirmation_id,
      (a.confirmation_id IS NULL OR k.confirmed_at IS NOT NULL) AS confirmed
    FROM mail_addresses a
    LEFT JOIN address_confirmations k ON k.clinic_id = a.clinic_id AND k.id = a.confirmation_id
    WHERE a.clinic_id = ${clinicId} AND a.patient_id = ${patientId} ORDER BY a.kind`.execute(db);
  return rows;
}

/** Deletes all addresses of a patient, and the mails that wait for them. True if there was an address. */
export async function deleteAddresses(db: Db, { clinicId, patientId }: PatientKey): Promise<boolean> {
  await db
    .deleteFrom('outbox')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('state', '=', 'waiting')
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom('mail_addresses')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function hasAddress(db: Db, { clinicId, patientId }: PatientKey): Promise<boolean> {
  const row = await db
    .selectFrom('mail_addresses')
    .select('kind')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the addresses of patients after their last window (product 15). Returns these patients. */
export async function deletePastAddresses(db: Db, clinicId: string, today: IsoDate): Promise<string[]> {
  const { rows } = await sql<{ patient_id: string }>`DELETE FROM mail_addresses a
    WHERE a.clinic_id = ${clinicId} AND NOT EXISTS (
      SELECT FROM survey_windows w
      WHERE w.clinic_id = a.clinic_id AND w.patient_id = a.patient_id AND w.end_date >= ${today}::date)
    RETURNING a.patient_id`.execute(db);
  return [...new Set(rows.map(({ patient_id }) => patient_id))];
}

/** Puts a mail into the queue that asks whether an address is right. */
export async function insertConfirmation(
  db: Db,
  { clinicId, patientId }: PatientKey,
  { id, at }: { id: string; at: string },
): Promise<void> {
  const row = { clinic_id: clinicId, id, patient_id: patientId, created: at, due: at };
  await db.insertInto('address_confirmations').values(row).execute();
}
