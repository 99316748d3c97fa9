import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/** The tables that hold mails. Each has the columns id, attempts, due, state and sent_at. */
export type QueueTable = 'outbox' | 'crisis_reminders' | 'address_confirmations';

export type QueuedMail = { clinicId: string; table: QueueTable; id: string };

/**
 * Locks the mail that waits longest. Mails that another process has locked are skipped. A moment after `latest` comes from
 * a clock that was wrong, so such a mail is due, too.
 */
export async function lockDueMail(
  db: Db,
  { clinicId, table }: Pick<QueuedMail, 'clinicId' | 'table'>,
  { now, latest }: { now: string; latest: string },
): Promise<{ id: string; attempts: number } | undefined> {
  const { rows } = await sql<{ id: string; attempts: number }>`SELECT id, attempts FROM ${sql.table(table)}
    WHERE clinic_id = ${clinicId} AND state = 'waiting'
      AND (due <= ${now}::timestamptz OR due > ${latest}::timestamptz)
    ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(db);
  return rows[0];
}

/** Counts an attempt and sets the time of the next one to `due`. */
export async function startAttempt(
  db: Db,
  { clinicId, table, id }: QueuedMail,
  { attempts, due }: { attempts: number; due: string },
): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET attempts = ${attempts}, due = ${due}
    WHERE clinic_id = ${clinicId} AND id = ${id}`.execute(db);
}

export async function markSent(db: Db, { clinicId, table, id }: QueuedMail, at: string): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET state = 'sent', sent_at = ${at}
    WHERE clinic_id = ${clinicId} AND id = ${id}`.execute(db);
}

export async function markRefused(db: Db, { clinicId, table, id }: QueuedMail): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET state = 'refused'
    WHERE clinic_id = ${clinicId} AND id = ${id}`.execute(db);
}

export async function deleteMail(db: Db, { clinicId, table, id }: QueuedMail): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE clinic_id = ${clinicId} AND id = ${id}`.execute(db);
}

export type MailCounts = {
  waiting: number;
  overdue: number;
  sent: number;
  refused: number;
  addresses: number;
  last_sent: string | null;
};

/** The number of mails of a queue by state. `overdue`: of the waiting ones, those whose time has come or that failed before. */
export function mailCounts(now: string): RawBuilder<Omit<MailCounts, 'addresses'>> {
  return sql`count(*) FILTER (WHERE state = 'waiting') AS waiting,
    count(*) FILTER (WHERE state = 'waiting' AND (attempts > 0 OR due <= ${now})) AS overdue,
    count(*) FILTER (WHERE state = 'sent') AS sent, count(*) FILTER (WHERE state = 'refused') AS refused,
    max(sent_at) AS last_sent`;
}

/** A mail of the queues. The patient is whom it was for, or whom a reminder to the staff is about. */
export type FoundMail = {
  mail: string;
  state: string;
  sent: string | null;
  patient: string | null;
};

/** The mail of a clinic with this id. */
export async function findMail(db: Db, clinicId: string, id: string): Promise<FoundMail | undefined> {
  const { rows } = await sql<FoundMail>`
    SELECT m.mail, m.state, m.sent_at AS sent, p.code AS patient FROM (
      SELECT 'survey ' || kind AS mail, state, sent_at, patient_id
        FROM outbox WHERE clinic_id = ${clinicId} AND id = ${id}
      UNION ALL SELECT 'confirmation of an address', state, sent_at, patient_id
        FROM address_confirmations WHERE clinic_id = ${clinicId} AND id = ${id}
      UNION ALL SELECT 'crisis ' || r.step, r.state, r.sent_at, e.patient_id
        FROM crisis_reminders r JOIN crisis_events e ON e.clinic_id = r.clinic_id AND e.id = r.event_id
        WHERE r.clinic_id = ${clinicId} AND r.id = ${id}
    ) AS m LEFT JOIN patients p ON p.clinic_id = ${clinicId} AND p.id = m.patient_id`.execute(db);
  return rows[0];
}
