import { sql } from 'kysely';
import type { IsoDate } from '../../domain/iso-date.ts';
import { addressKindOf, type DueMail, type MailKind, type MailWindow } from '../../domain/mails.ts';
import { WINDOW_TYPES } from '../../domain/window-types.ts';
import type { Db } from '../database/transaction.ts';
import { type MailCounts, mailCounts } from './queue-queries.ts';

type Today = { day: IsoDate; timeZone: string };

const windowColumns = ({ timeZone }: Today) => sql`w.patient_id, w.type, w.ordinal, w.start_date AS start,
  w.end_date AS "end", s.started_at AS survey_started_at, s.finished_at IS NOT NULL AS survey_finished,
  a.created AS address_left_at, a.kind AS address_kind, a.address_encrypted AS address,
  coalesce(c.withdrawn_at IS NOT NULL, false) AS consent_withdrawn,
  i.id IS NOT NULL AS invitation_planned, (i.sent_at AT TIME ZONE ${timeZone})::date AS invited_on,
  r.id IS NOT NULL AS reminder_planned`;

// The rule of the domain as SQL: CASE w.type WHEN 'PRE' THEN 'PRE' … WHEN 'FOLLOW_UP_1' THEN 'FOLLOW_UP' … END.
const addressKind = sql`CASE w.type ${sql.join(
  WINDOW_TYPES.map((type) => sql`WHEN ${sql.lit(type)} THEN ${sql.lit(addressKindOf(type))}`),
  sql` `,
)} END`;

// Only an address that is confirmed, or that came before confirmations, gets mails. The newest consent counts. There is no row if the protocol asks for no consent.
const windowTables = sql`survey_windows w
  JOIN mail_addresses a ON a.clinic_id = w.clinic_id AND a.patient_id = w.patient_id
    AND a.kind = ${addressKind} AND (a.confirmation_id IS NULL OR EXISTS (
      SELECT FROM address_confirmations k WHERE k.clinic_id = a.clinic_id AND k.id = a.confirmation_id
        AND k.confirmed_at IS NOT NULL))
  LEFT JOIN survey_sessions s ON s.clinic_id = w.clinic_id AND s.window_id = w.id
  LEFT JOIN outbox i ON i.clinic_id = w.clinic_id AND i.patient_id = w.patient_id AND i.window_type = w.type
    AND i.window_ordinal = w.ordinal AND i.kind = 'invitation'
  LEFT JOIN outbox r ON r.clinic_id = w.clinic_id AND r.patient_id = w.patient_id AND r.window_type = w.type
    AND r.window_ordinal = w.ordinal AND r.kind = 'reminder'
  LEFT JOIN LATERAL (
    SELECT withdrawn_at FROM study_consents c WHERE c.clinic_id = w.clinic_id AND c.patient_id = w.patient_id
    ORDER BY given_at DESC LIMIT 1
  ) c ON true`;

/** A window and the address for it. `address` is encrypted; its cell is that of `address_kind`. */
export type MailWindowRow = MailWindow & { patient_id: string; address_kind: string; address: Buffer };

/**
 * The open, unfinished windows of patients with an address for them. Windows with both mails, or with an invitation after
 * `remindedFrom`, are left out; those are most.
 */
export async function listOpenMailWindows(
  db: Db,
  clinicId: string,
  today: Today,
  remindedFrom: IsoDate,
): Promise<readonly MailWindowRow[]> {
  const { rows } = await sql<MailWindowRow>`SELECT ${windowColumns(today)} FROM ${windowTables}
    WHERE w.clinic_id = ${clinicId} AND w.start_date <= ${today.day}::date AND w.end_date >= ${today.day}::date
      AND s.finished_at IS NULL AND r.id IS NULL
      AND (i.id IS NULL OR (i.sent_at AT TIME ZONE ${today.timeZone})::date <= ${remindedFrom}::date)`.execute(
    db,
  );
  return rows;
}

/** The window of a mail and the kind of the mail. Undefined if the window or the address is gone. */
export async function findMailWindow(
  db: Db,
  { clinicId, id }: { clinicId: string; id: string },
  today: Today,
): Promise<(MailWindowRow & { kind: MailKind }) | undefined> {
  const { rows } = await sql<MailWindowRow & { kind: MailKind }>`SELECT ${windowColumns(today)}, m.kind
    FROM ${windowTables} JOIN outbox m ON m.clinic_id = w.clinic_id AND m.patient_id = w.patient_id
      AND m.window_type = w.type AND m.window_ordinal = w.ordinal
    WHERE m.clinic_id = ${clinicId} AND m.id = ${id}`.execute(db);
  return rows[0];
}

/** The clinics in use without a plan of this day, and those where something changed since. */
export async function clinicsToPlan(db: Db, day: IsoDate): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM clinics
    WHERE suspended IS NULL AND
      (NOT EXISTS (SELECT FROM mail_plans p WHERE p.clinic = clinics.id AND p.day = ${day}::date)
        OR EXISTS (SELECT FROM mail_plan_requests r WHERE r.clinic = clinics.id))
    ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Notes that a clinic is planned for this day, and takes the requests for it. */
export async function notePlan(db: Db, clinicId: string, day: IsoDate): Promise<void> {
  await sql`INSERT INTO mail_plans (clinic, day) VALUES (${clinicId}, ${day}::date)
    ON CONFLICT (clinic) DO UPDATE SET day = excluded.day`.execute(db);
  await db.deleteFrom('mail_plan_requests').where('clinic', '=', clinicId).execute();
}

/**
 * Notes those of the clinics as planned that have no open window for a mail, and returns them. The requests that it takes were
 * there before it looked.
 */
export async function planQuietClinics(db: Db, ids: readonly string[], day: IsoDate): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`WITH quiet AS MATERIALIZED (
      SELECT id FROM unnest(${ids}::uuid[]) AS id
      WHERE id NOT IN (SELECT clinics_with_open_mail_windows(${ids}::uuid[], ${day}::date)) ORDER BY id
    ), planned AS (
      INSERT INTO mail_plans (clinic, day) SELECT id, ${day}::date FROM quiet
      ON CONFLICT (clinic) DO UPDATE SET day = excluded.day
    ), taken AS (
      DELETE FROM mail_plan_requests WHERE clinic IN (SELECT id FROM quiet)
    )
    SELECT id FROM quiet`.execute(db);
  return rows.map(({ id }) => id);
}

export type NewMail = DueMail & { id: string; patientId: string; due: string };

/** Puts mails into the outbox. A mail that is already there does not change. */
export async function insertMails(db: Db, clinicId: string, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  await sql`INSERT INTO outbox (clinic_id, id, patient_id, window_type, window_ordinal, kind, due)
    SELECT ${clinicId}::uuid, m.id, m."patientId", m.type, m.ordinal, m.kind, m.due
    FROM jsonb_to_recordset(${JSON.stringify(mails)}::jsonb)
      AS m(id uuid, "patientId" uuid, type text, ordinal integer, kind text, due timestamptz)
    ON CONFLICT (clinic_id, patient_id, window_type, window_ordinal, kind) DO NOTHING`.execute(db);
}

/** For so long after a patient's last window the clinic can look up which mails went out. */
const KEPT_DAYS = 30;

/**
 * Deletes the mails of patients whose last window is over for so long. Before, they keep a mail from going out twice
 * (product 12.8).
 */
export async function deletePastMails(db: Db, clinicId: string, today: IsoDate): Promise<void> {
  await sql`DELETE FROM outbox m WHERE m.clinic_id = ${clinicId} AND m.state <> 'waiting' AND NOT EXISTS (
    SELECT FROM survey_windows w
    WHERE w.clinic_id = m.clinic_id AND w.patient_id = m.patient_id AND w.end_date >= ${today}::date - ${KEPT_DAYS}::int)`.execute(
    db,
  );
}

/** The number of a clinic's mails to patients by state, and of the stored addresses. */
export async function countMails(db: Db, clinicId: string, now: string): Promise<MailCounts | undefined> {
  const { rows } = await sql<MailCounts>`SELECT ${mailCounts(now)},
      (SELECT count(*) FROM mail_addresses WHERE clinic_id = ${clinicId}) AS addresses
    FROM outbox WHERE clinic_id = ${clinicId}`.execute(db);
  return rows[0];
}
