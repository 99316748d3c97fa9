import { sql } from 'kysely';
import {
  leadingEvent,
  type CrisisAct,
  type CrisisLevel,
  type CrisisMark,
  type CrisisStanding,
} from '../../domain/crisis.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { PatientKey, SessionKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import { isConcerned, isHandedOver, isPutOff, ownerOfEvent, waitsSince } from './standing-queries.ts';

export type NewEvent = {
  id: string;
  instrumentId: string;
  instrumentVersion: string;
  itemId: string;
  level: CrisisLevel;
  answer: Buffer;
  at: string;
};

/** Stores an event. False for a second event of an item in a session, which changes nothing. */
export async function insertEvent(
  db: Db,
  { clinicId, sessionId, patientId }: SessionKey & PatientKey,
  event: NewEvent,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('crisis_events')
    .values({
      clinic_id: clinicId,
      id: event.id,
      patient_id: patientId,
      session_id: sessionId,
      instrument_id: event.instrumentId,
      instrument_version: event.instrumentVersion,
      item_id: event.itemId,
      level: event.level,
      answer_encrypted: event.answer,
      raised_at: event.at,
    })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'session_id', 'item_id']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** How a clinician may see a patient: as the treating one, as a deputy or colleague whom an open event concerns, or not at all. */
export type PatientAccess = 'treating' | 'deputy' | 'none';

export async function patientAccess(
  db: Db,
  { clinicId, patientId }: PatientKey,
  clinicianId: string,
  today: IsoDate,
): Promise<PatientAccess> {
  const { rows } = await sql<{ access: PatientAccess }>`
    SELECT CASE WHEN p.clinician_id = ${clinicianId} THEN 'treating' WHEN ${isDeputised(clinicianId, today)} THEN 'deputy'
      ELSE 'none' END AS access
    FROM patients p WHERE p.clinic_id = ${clinicId} AND p.id = ${patientId}`.execute(db);
  return rows[0]?.access ?? 'none';
}

/** The patients of colleagues whose open events concern this clinician today. */
export async function listDeputisedPatients(
  db: Db,
  clinicId: string,
  clinicianId: string,
  today: IsoDate,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT p.id FROM crisis_events e JOIN patients p ON p.clinic_id = e.clinic_id AND p.id = e.patient_id
    WHERE e.clinic_id = ${clinicId} AND e.acknowledged_at IS NULL AND p.clinician_id <> ${clinicianId}
      AND ${isConcerned(clinicianId, today)}`.execute(db);
  return rows.map(({ id }) => id);
}

// A row of patients named p has an open event that concerns this clinician.
const isDeputised = (clinicianId: string, today: IsoDate) => sql`EXISTS (
    SELECT FROM crisis_events e WHERE e.clinic_id = p.clinic_id AND e.patient_id = p.id AND e.acknowledged_at IS NULL
      AND ${isConcerned(clinicianId, today)})`;

/** The event that stands for a patient, and what was agreed about it. */
export type LeadingEvent = { mark: CrisisMark; standing: CrisisStanding };

/** The event that stands for a patient, by patient: for those of a clinician and for these patients of colleagues. */
export async function leadingEvents(
  db: Db,
  { clinicId, clinicianId, today }: { clinicId: string; clinicianId: string; today: IsoDate },
  deputised: readonly string[],
): Promise<ReadonlyMap<string, LeadingEvent>> {
  const { rows } = await sql<CrisisMark & Standing & { patient_id: string }>`
    SELECT e.patient_id, e.id, e.level, e.raised_at, e.acknowledged_at, h.username AS handed_to, e.handed_at,
      CASE WHEN ${isPutOff(today)} THEN e.again_on END AS again_on
    FROM crisis_events e JOIN patients p ON p.clinic_id = e.clinic_id AND p.id = e.patient_id
    LEFT JOIN accounts h ON h.clinic_id = e.clinic_id AND h.id = e.handed_to AND ${isHandedOver}
    WHERE e.clinic_id = ${clinicId} AND (p.clinician_id = ${clinicianId} OR p.id = ANY(${deputised}::uuid[]))`.execute(
    db,
  );
  const marks = new Map<string, LeadingEvent>();
  for (const [patientId, events] of Map.groupBy(rows, (row) => row.patient_id)) {
    const leading = leadingEvent(events);
    if (leading) marks.set(patientId, { mark: markOf(leading), standing: standingOf(leading) });
  }
  return marks;
}

type Standing = { handed_to: string | null; handed_at: string | null; again_on: IsoDate | null };

const markOf = ({ id, level, raised_at, acknowledged_at }: CrisisMark) => ({
  id,
  level,
  raised_at,
  acknowledged_at,
});

function standingOf({ acknowledged_at, handed_to: to, handed_at: at, again_on }: CrisisMark & Standing) {
  if (acknowledged_at !== null) return { handed_over: null, again_on: null };
  return { handed_over: to !== null && at !== null ? { to, at } : null, again_on };
}

export type EventRow = {
  id: string;
  session_id: string;
  instrument_id: string;
  instrument_version: string;
  item_id: string;
  level: CrisisLevel;
  answer_encrypted: Buffer;
  raised_at: string;
  measurement_point: string;
  acknowledged_at: string | null;
  acknowledged_by: string | null;
  acknowledged_name: string | null;
  done: CrisisAct | null;
  note_encrypted: Buffer | null;
  handed_to_name: string | null;
  handed_by_name: string | null;
  handed_at: string | null;
  handed_note_encrypted: Buffer | null;
  again_on: IsoDate | null;
  postponed_by_name: string | null;
  postponed_at: string | null;
  postponed_note_encrypted: Buffer | null;
};

/** The events of a patient, the newest first. An acknowledged event keeps what was agreed about it before. */
export async function listEvents(db: Db, { clinicId, patientId }: PatientKey): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT e.id, e.session_id, e.instrument_id, e.instrument_version, e.item_id, e.level, e.answer_encrypted, e.raised_at,
      s.window_label AS measurement_point, e.acknowledged_at, e.acknowledged_by, a.username AS acknowledged_name, e.done,
      e.note_encrypted, h.username AS handed_to_name, b.username AS handed_by_name, e.handed_at, e.handed_note_encrypted,
      CASE WHEN ${holds} THEN e.again_on END AS again_on, q.username AS postponed_by_name, e.postponed_at,
      e.postponed_note_encrypted
    FROM crisis_events e
    JOIN patients p ON p.clinic_id = e.clinic_id AND p.id = e.patient_id
    JOIN survey_sessions s ON s.clinic_id = e.clinic_id AND s.id = e.session_id
    LEFT JOIN accounts a ON a.clinic_id = e.clinic_id AND a.id = e.acknowledged_by
    LEFT JOIN accounts h ON h.clinic_id = e.clinic_id AND h.id = e.handed_to AND ${holds}
    LEFT JOIN accounts b ON b.clinic_id = e.clinic_id AND b.id = e.handed_by
    LEFT JOIN accounts q ON q.clinic_id = e.clinic_id AND q.id = e.postponed_by
    WHERE e.clinic_id = ${clinicId} AND e.patient_id = ${patientId} ORDER BY e.raised_at DESC, e.id`.execute(
    db,
  );
  return rows;
}

const holds = sql`(e.acknowledged_at IS NOT NULL OR e.standing_of = p.clinician_id)`;

export type Acknowledgement = { by: string; at: string; done: CrisisAct; note: Buffer | null };

export async function acknowledge(
  db: Db,
  clinicId: string,
  id: string,
  { by, at, done, note }: Acknowledgement,
): Promise<void> {
  await db
    .updateTable('crisis_events')
    .set({ acknowledged_at: at, acknowledged_by: by, done, note_encrypted: note })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .execute();
}

/** The hours of the clinic (a row c of clinics) for an event e of its level. Hours of the clock, also at weekends. */
export const hoursOfLevel = sql`CASE e.level WHEN 'urgent' THEN c.urgent_hours ELSE c.notice_hours END`;

/** The events that wait for longer than the hours of the clinic, counted by the clinician who is responsible. */
export async function countOverdue(
  db: Db,
  clinicId: string,
  { now, today }: { now: string; today: IsoDate },
) {
  const { rows } = await sql<{ clinician_id: string; username: string; urgent: number; notice: number }>`
    SELECT a.id AS clinician_id, a.username, count(*) FILTER (WHERE e.level = 'urgent')::int AS urgent,
      count(*) FILTER (WHERE e.level = 'notice')::int AS notice
    FROM crisis_events e
    JOIN clinics c ON c.id = e.clinic_id
    JOIN patients p ON p.clinic_id = e.clinic_id AND p.id = e.patient_id
    JOIN accounts a ON a.clinic_id = p.clinic_id AND a.id = ${ownerOfEvent}
    WHERE e.clinic_id = ${clinicId} AND e.acknowledged_at IS NULL AND NOT ${isPutOff(today)} AND ${waitsSince} <= ${now}::timestamptz
      - make_interval(hours => ${hoursOfLevel})
    GROUP BY a.id, a.username`.execute(db);
  return rows;
}
