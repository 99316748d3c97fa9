import { sql } from 'kysely';
import type { AddressKind } from '../../domain/answer-types.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';

export type ConfirmationKey = { clinicId: string; id: string };

export type AskedAddress = {
  patient_id: string;
  kind: AddressKind;
  address_encrypted: Buffer;
  created: string;
};

/** The address that a mail asks about. Undefined if it is confirmed, replaced or gone. */
export async function findAskedAddress(
  db: Db,
  { clinicId, id }: ConfirmationKey,
): Promise<AskedAddress | undefined> {
  const { rows } = await sql<AskedAddress>`SELECT a.patient_id, a.kind, a.address_encrypted, k.created
    FROM address_confirmations k
    JOIN mail_addresses a ON a.clinic_id = k.clinic_id AND a.confirmation_id = k.id
    WHERE k.clinic_id = ${clinicId} AND k.id = ${id} AND k.confirmed_at IS NULL
    ORDER BY a.kind LIMIT 1`.execute(db);
  return rows[0];
}

type Asked = { patient_id: string; confirmed: boolean };

/** What a link asks about. Undefined if the link ended, or the address is replaced or gone. */
export async function findAsked(
  db: Db,
  { clinicId, id }: ConfirmationKey,
  askedFrom: string,
): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`SELECT k.patient_id, k.confirmed_at IS NOT NULL AS confirmed
    FROM address_confirmations k
    WHERE k.clinic_id = ${clinicId} AND k.id = ${id} AND (k.confirmed_at IS NOT NULL OR k.created > ${askedFrom})
      AND EXISTS (SELECT FROM mail_addresses a WHERE a.clinic_id = k.clinic_id AND a.confirmation_id = k.id)
    FOR UPDATE OF k`.execute(db);
  return rows[0];
}

export async function markConfirmed(db: Db, { clinicId, id }: ConfirmationKey, at: string): Promise<void> {
  await db
    .updateTable('address_confirmations')
    .set({ confirmed_at: at })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}

/** The unconfirmed confirmations of a patient, locked, each with the moment of its question. */
export async function lockUnconfirmed(
  db: Db,
  { clinicId, patientId }: PatientKey,
): Promise<{ id: string; created: string }[]> {
  const { rows } = await sql<{
    id: string;
    created: string;
  }>`SELECT k.id, k.created FROM address_confirmations k
    WHERE k.clinic_id = ${clinicId} AND k.patient_id = ${patientId} AND k.confirmed_at IS NULL
      AND EXISTS (SELECT FROM mail_addresses a WHERE a.clinic_id = k.clinic_id AND a.confirmation_id = k.id)
    ORDER BY k.id FOR UPDATE OF k`.execute(db);
  return rows;
}

/** Gives the addresses of one confirmation another, and deletes the old one, so that its link ends. */
export async function replaceConfirmation(
  db: Db,
  { clinicId, id }: ConfirmationKey,
  newId: string,
): Promise<void> {
  await db
    .updateTable('mail_addresses')
    .set({ confirmation_id: newId })
    .where('clinic_id', '=', clinicId)
    .where('confirmation_id', '=', id)
    .execute();
  await db
    .deleteFrom('address_confirmations')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}

/** Deletes the addresses that were asked about before a moment and never confirmed. Returns their patients. */
export async function deleteUnconfirmedAddresses(
  db: Db,
  clinicId: string,
  askedBefore: string,
): Promise<string[]> {
  const { rows } = await sql<{ patient_id: string }>`DELETE FROM mail_addresses a
    USING address_confirmations k
    WHERE a.clinic_id = ${clinicId} AND k.clinic_id = a.clinic_id AND k.id = a.confirmation_id
      AND k.confirmed_at IS NULL AND k.created <= ${askedBefore}
    RETURNING a.patient_id`.execute(db);
  return rows.map(({ patient_id: patientId }) => patientId);
}

/** Deletes the confirmations that no address needs any more. */
export async function deleteUnusedConfirmations(db: Db, clinicId: string): Promise<void> {
  await sql`DELETE FROM address_confirmations k
    WHERE k.clinic_id = ${clinicId} AND NOT EXISTS (
      SELECT FROM mail_addresses a WHERE a.clinic_id = k.clinic_id AND a.confirmation_id = k.id)`.execute(db);
}
