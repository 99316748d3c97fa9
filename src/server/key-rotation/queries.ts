import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';

// Every table that holds encrypted cells: read in the order of its primary key from `after` on, written back only where
// the cell is still the one that was read.

const NIL = '00000000-0000-0000-0000-000000000000';
export const beginning = { session: NIL, patient: NIL, account: NIL, text: '', more: '' };

type Renewed<Row> = Row & { renewed: Buffer };

export type BirthDateCell = { patient: string; cell: Buffer; secret_hash: string };

export async function birthDateCells(db: Db, clinicId: string, after: { patient: string }, most: number) {
  const { rows } = await sql<BirthDateCell>`
    SELECT id AS patient, birth_date_encrypted AS cell, secret_hash FROM patients
    WHERE clinic_id = ${clinicId} AND id > ${after.patient}::uuid ORDER BY id LIMIT ${most}`.execute(db);
  return rows;
}

export async function renewBirthDate(db: Db, clinicId: string, row: Renewed<BirthDateCell>): Promise<void> {
  await sql`UPDATE patients SET birth_date_encrypted = ${row.renewed}
    WHERE clinic_id = ${clinicId} AND id = ${row.patient} AND birth_date_encrypted = ${row.cell}`.execute(db);
}

export type AnswerCell = { session: string; text: string; cell: Buffer };

export async function answerCells(
  db: Db,
  clinicId: string,
  after: { session: string; text: string },
  most: number,
) {
  const { rows } = await sql<AnswerCell>`
    SELECT session_id AS session, item_id AS text, encrypted AS cell FROM answers
    WHERE clinic_id = ${clinicId} AND encrypted IS NOT NULL AND (session_id, item_id) > (${after.session}::uuid, ${after.text})
    ORDER BY session_id, item_id LIMIT ${most}`.execute(db);
  return rows;
}

export async function renewAnswer(db: Db, _clinicId: string, row: Renewed<AnswerCell>): Promise<void> {
  await sql`SELECT renew_answer_cell(${row.session}::uuid, ${row.text}, ${row.cell}, ${row.renewed})`.execute(
    db,
  );
}

export type DraftCell = { session: string; cell: Buffer };

export async function draftCells(db: Db, clinicId: string, after: { session: string }, most: number) {
  const { rows } = await sql<DraftCell>`
    SELECT session_id AS session, encrypted AS cell FROM drafts
    WHERE clinic_id = ${clinicId} AND session_id > ${after.session}::uuid ORDER BY session_id LIMIT ${most}`.execute(
    db,
  );
  return rows;
}

export async function renewDraft(db: Db, clinicId: string, row: Renewed<DraftCell>): Promise<void> {
  await sql`UPDATE drafts SET encrypted = ${row.renewed}
    WHERE clinic_id = ${clinicId} AND session_id = ${row.session} AND encrypted = ${row.cell}`.execute(db);
}

export type AddressCell = { patient: string; text: string; cell: Buffer };

export async function addressCells(
  db: Db,
  clinicId: string,
  after: { patient: string; text: string },
  most: number,
) {
  const { rows } = await sql<AddressCell>`
    SELECT patient_id AS patient, kind AS text, address_encrypted AS cell FROM mail_addresses
    WHERE clinic_id = ${clinicId} AND (patient_id, kind) > (${after.patient}::uuid, ${after.text})
    ORDER BY patient_id, kind LIMIT ${most}`.execute(db);
  return rows;
}

export async function renewAddress(db: Db, clinicId: string, row: Renewed<AddressCell>): Promise<void> {
  await sql`UPDATE mail_addresses SET address_encrypted = ${row.renewed}
    WHERE clinic_id = ${clinicId} AND patient_id = ${row.patient} AND kind = ${row.text}
      AND address_encrypted = ${row.cell}`.execute(db);
}

export type ReportCell = { session: string; text: string; more: string; cell: Buffer };

export async function reportCells(
  db: Db,
  clinicId: string,
  after: { session: string; text: string; more: string },
  most: number,
) {
  const { rows } = await sql<ReportCell>`
    SELECT session_id AS session, audience AS text, hash AS more, html_encrypted AS cell FROM reports
    WHERE clinic_id = ${clinicId}
      AND (session_id, audience, hash) > (${after.session}::uuid, ${after.text}, ${after.more})
    ORDER BY session_id, audience, hash LIMIT ${most}`.execute(db);
  return rows;
}

export async function renewReport(db: Db, _clinicId: string, row: Renewed<ReportCell>): Promise<void> {
  await sql`SELECT renew_report_cell(${row.session}::uuid, ${row.text}, ${row.more}, ${row.cell}, ${row.renewed})`.execute(
    db,
  );
}

export type DataKeyCell = { patient: string; cell: Buffer };

export async function dataKeyCells(db: Db, clinicId: string, after: { patient: string }, most: number) {
  const { rows } = await sql<DataKeyCell>`
    SELECT patient_id AS patient, key_encrypted AS cell FROM patient_data_keys
    WHERE clinic_id = ${clinicId} AND patient_id > ${after.patient}::uuid ORDER BY patient_id LIMIT ${most}`.execute(
    db,
  );
  return rows;
}

export async function renewDataKey(db: Db, clinicId: string, row: Renewed<DataKeyCell>): Promise<void> {
  await sql`UPDATE patient_data_keys SET key_encrypted = ${row.renewed}
    WHERE clinic_id = ${clinicId} AND patient_id = ${row.patient} AND key_encrypted = ${row.cell}`.execute(
    db,
  );
}

export type SecondFactorCell = { account: string; cell: Buffer };

export async function secondFactorCells(db: Db, clinicId: string, after: { account: string }, most: number) {
  const { rows } = await sql<SecondFactorCell>`
    SELECT account_id AS account, encrypted AS cell FROM second_factors
    WHERE clinic_id = ${clinicId} AND account_id > ${after.account}::uuid ORDER BY account_id LIMIT ${most}`.execute(
    db,
  );
  return rows;
}

export async function renewSecondFactor(
  db: Db,
  clinicId: string,
  row: Renewed<SecondFactorCell>,
): Promise<void> {
  await sql`UPDATE second_factors SET encrypted = ${row.renewed}
    WHERE clinic_id = ${clinicId} AND account_id = ${row.account} AND encrypted = ${row.cell}`.execute(db);
}

/** How many hashed secrets and live sessions of a clinic need a version of the keys. */
export async function countUses(db: Db, clinicId: string, version: number) {
  const mark = `%keyid=${version}$%`;
  const { rows } = await sql<{ patients: number; accounts: number; sessions: number }>`SELECT
    (SELECT count(*) FROM patients WHERE clinic_id = ${clinicId} AND secret_hash LIKE ${mark}) AS patients,
    (SELECT count(*) FROM accounts WHERE clinic_id = ${clinicId} AND password_hash LIKE ${mark}) AS accounts,
    (SELECT count(*) FROM login_sessions WHERE clinic_id = ${clinicId} AND key_version = ${version}
      AND ended_at IS NULL AND absolute_expires > now()) AS sessions`.execute(db);
  return rows[0] ?? { patients: 0, accounts: 0, sessions: 0 };
}

/** How many stored answers of repeatable calls can still be asked for; they are made with any version. */
export async function countStoredCalls(db: Db, clinicId: string, version: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM idempotency_keys
    WHERE clinic_id = ${clinicId} AND expires > now() AND get_byte(answer_encrypted, 0) = ${version}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export async function deleteFingerprint(db: Db, version: number): Promise<void> {
  await db.deleteFrom('key_fingerprints').where('version', '=', version).execute();
}
