import { sql } from 'kysely';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { Db } from '../database/transaction.ts';
import { hoursOfLevel } from './queries.ts';
import { isPutOff, ownerOfEvent, waitsSince } from './standing-queries.ts';
import { type MailCounts, mailCounts } from '../mail/queue-queries.ts';

export type ReminderStep = 'clinician' | 'deputy' | 'duty';

/** The moment and the day of the server's clock. */
export type Clock = { now: string; today: IsoDate };

// The steps of open events that are due and have an address: one rule for planning and for sending. A step of the duty
// address is due after the hours of the clinic. An event that lies as far in the future comes from a clock that was wrong.
const dueSteps = (clinicId: string, { now, today }: Clock) => sql`open AS (
    SELECT e.id AS event_id, ${waitsSince} AS raised_at, e.level, ${ownerOfEvent} AS clinician_id
    FROM crisis_events e JOIN patients p ON p.clinic_id = e.clinic_id AND p.id = e.patient_id
    WHERE e.clinic_id = ${clinicId}::uuid AND e.acknowledged_at IS NULL AND NOT ${isPutOff(today)}
  ), personal AS (
    SELECT event_id, raised_at, 'clinician' AS step, clinician_id AS account_id FROM open
    UNION ALL
    SELECT o.event_id, o.raised_at, 'deputy', d.deputy_id FROM open o
    JOIN deputies d ON d.clinic_id = ${clinicId}::uuid AND d.clinician_id = o.clinician_id
      AND ${today}::date BETWEEN d.first_day AND d.last_day
  ), due AS (
    SELECT s.event_id, s.raised_at, s.step, s.account_id, r.address_encrypted, '' AS duty_address,
      sha256(r.address_encrypted) AS address_hash
    FROM personal s
    JOIN accounts a ON a.clinic_id = ${clinicId}::uuid AND a.id = s.account_id AND a.enabled
    JOIN reminder_addresses r ON r.clinic_id = a.clinic_id AND r.account_id = a.id
    UNION ALL
    SELECT e.event_id, e.raised_at, 'duty', NULL, NULL, c.duty_address, sha256(convert_to(c.duty_address, 'UTF8'))
    FROM open e JOIN clinics c ON c.id = ${clinicId}::uuid AND c.duty_address <> ''
    WHERE abs(extract(epoch FROM ${now}::timestamptz - e.raised_at))
      >= 3600 * ${hoursOfLevel}
  )`;

/**
 * Plans a reminder for each due step that has none. A reminder that the mail server refused for good is planned again when
 * the address is another one.
 */
export async function insertDueReminders(db: Db, clinicId: string, clock: Clock): Promise<void> {
  await sql`WITH ${dueSteps(clinicId, clock)}
    INSERT INTO crisis_reminders (clinic_id, id, event_id, step, due, address_hash)
    SELECT ${clinicId}::uuid, gen_random_uuid(), d.event_id, d.step, least(d.raised_at, ${clock.now}::timestamptz),
      d.address_hash
    FROM due d
    WHERE NOT EXISTS (
      SELECT FROM crisis_reminders m WHERE m.clinic_id = ${clinicId}::uuid AND m.event_id = d.event_id
        AND m.step = d.step AND (m.state <> 'refused' OR m.address_hash = d.address_hash))
    ON CONFLICT (clinic_id, event_id, step) DO UPDATE
      SET state = 'waiting', attempts = 0, due = excluded.due, address_hash = excluded.address_hash
      WHERE crisis_reminders.state = 'refused'`.execute(db);
}

/** The address of a step: an encrypted cell of an account, or the plain one of the clinic. */
export type ReminderTarget =
  | { step: 'clinician' | 'deputy'; account_id: string; address_encrypted: Buffer }
  | { step: 'duty'; duty_address: string };

/** Where a planned reminder goes now. Undefined if its event is acknowledged, or its step is no longer due. */
export async function findReminderTarget(
  db: Db,
  { clinicId, id }: { clinicId: string; id: string },
  clock: Clock,
): Promise<ReminderTarget | undefined> {
  const { rows } = await sql<ReminderTarget>`WITH ${dueSteps(clinicId, clock)}
    SELECT d.step, d.account_id, d.address_encrypted, d.duty_address
    FROM crisis_reminders m JOIN due d ON d.event_id = m.event_id AND d.step = m.step
    WHERE m.clinic_id = ${clinicId}::uuid AND m.id = ${id}`.execute(db);
  return rows[0];
}

/** The number of a clinic's reminders by step and state, and of the addresses that a step can use. */
export async function countReminders(
  db: Db,
  clinicId: string,
  now: string,
): Promise<(MailCounts & { step: ReminderStep })[]> {
  const { rows } = await sql<MailCounts & { step: ReminderStep }>`SELECT s.step, ${mailCounts(now)},
      CASE s.step
        WHEN 'clinician' THEN (SELECT count(*) FROM reminder_addresses WHERE clinic_id = ${clinicId})
        WHEN 'deputy' THEN (
          SELECT count(*) FROM deputies d JOIN reminder_addresses r
            ON r.clinic_id = d.clinic_id AND r.account_id = d.deputy_id
          WHERE d.clinic_id = ${clinicId})
        ELSE (SELECT count(*) FROM clinics WHERE id = ${clinicId} AND duty_address <> '')
      END AS addresses
    FROM (VALUES ('clinician'), ('deputy'), ('duty')) s(step)
    LEFT JOIN crisis_reminders m ON m.clinic_id = ${clinicId} AND m.step = s.step
    GROUP BY s.step ORDER BY s.step`.execute(db);
  return rows;
}
