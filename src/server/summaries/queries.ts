import { sql } from 'kysely';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { Db } from '../db/transaction.ts';
import { type MailCounts, mailCounts } from '../mail/queue-queries.ts';

// An account that wants the mail, may log in, and has confirmed the address that the mail goes to.
const ready = (clinicId: string) => sql`weekly_choices c
  JOIN accounts a ON a.clinic_id = c.clinic_id AND a.id = c.account_id AND a.enabled
  JOIN reminder_addresses r ON r.clinic_id = c.clinic_id AND r.account_id = c.account_id
  WHERE c.clinic_id = ${clinicId}::uuid AND c.wanted AND c.confirmed_at IS NOT NULL`;

/** The clinicians without a mail of this week who had confirmed their address before it was due. */
export async function listUnplanned(
  db: Db,
  clinicId: string,
  { week, due }: { week: IsoDate; due: string },
): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`SELECT c.account_id FROM ${ready(clinicId)}
    AND c.confirmed_at < ${due}::timestamptz AND NOT EXISTS (
      SELECT FROM weekly_mails m
      WHERE m.clinic_id = c.clinic_id AND m.account_id = c.account_id AND m.week = ${week})`.execute(db);
  return rows.map((row) => row.account_id);
}

export type NewWeeklyMail = {
  id: string;
  accountId: string;
  week: IsoDate;
  due: string;
  state: 'waiting' | 'empty';
};

/** Plans the mail of a week. A mail that another process has planned stays the only one. */
export async function insertWeeklyMail(
  db: Db,
  clinicId: string,
  { id, accountId, ...mail }: NewWeeklyMail,
): Promise<void> {
  await db
    .insertInto('weekly_mails')
    .values({ clinic_id: clinicId, id, account_id: accountId, ...mail })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'account_id', 'week']).doNothing())
    .execute();
}

export type PlannedMail = { account_id: string; week: IsoDate | null; address_encrypted: Buffer };

/** A mail that is still wanted, with the address it goes to. */
export async function findPlannedMail(
  db: Db,
  clinicId: string,
  id: string,
): Promise<PlannedMail | undefined> {
  const { rows } = await sql<PlannedMail>`SELECT m.account_id, m.week, r.address_encrypted
    FROM weekly_mails m
    JOIN weekly_choices c ON c.clinic_id = m.clinic_id AND c.account_id = m.account_id AND c.wanted
    JOIN accounts a ON a.clinic_id = m.clinic_id AND a.id = m.account_id AND a.enabled
    JOIN reminder_addresses r ON r.clinic_id = m.clinic_id AND r.account_id = m.account_id
    WHERE m.clinic_id = ${clinicId} AND m.id = ${id}
      AND CASE WHEN m.week IS NULL THEN c.confirmation_id = m.id AND c.confirmed_at IS NULL
        ELSE c.confirmed_at IS NOT NULL END`.execute(db);
  return rows[0];
}

type Asked = { account_id: string; confirmed: boolean };

/** What a link asks about, locked. Undefined if it ended: another address, another question, or too old. */
export async function lockAsked(
  db: Db,
  { clinicId, id }: { clinicId: string; id: string },
  askedFrom: string,
): Promise<Asked | undefined> {
  const { rows } =
    await sql<Asked>`SELECT account_id, confirmed_at IS NOT NULL AS confirmed FROM weekly_choices
    WHERE clinic_id = ${clinicId} AND confirmation_id = ${id} AND wanted
      AND (confirmed_at IS NOT NULL OR asked_at > ${askedFrom}::timestamptz)
    FOR UPDATE`.execute(db);
  return rows[0];
}

export async function confirmAsked(
  db: Db,
  { clinicId, id }: { clinicId: string; id: string },
  at: string,
): Promise<void> {
  await sql`UPDATE weekly_choices SET confirmed_at = ${at}
    WHERE clinic_id = ${clinicId} AND confirmation_id = ${id}`.execute(db);
}

/** The ids of a clinician's own patients, and when they were registered. */
export async function listPatientIds(db: Db, clinicId: string, clinicianId: string) {
  return db
    .selectFrom('patients')
    .select(['id', 'created'])
    .where('clinic_id', '=', clinicId)
    .where('clinician_id', '=', clinicianId)
    .execute();
}

/** The number of weekly mails by state, and of the clinicians who want them. */
export async function countWeeklyMails(db: Db, clinicId: string, now: string): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`SELECT ${mailCounts(now)},
      (SELECT count(*) FROM ${ready(clinicId)}) AS addresses
    FROM weekly_mails WHERE clinic_id = ${clinicId}`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('a count has one row');
  return counts;
}
