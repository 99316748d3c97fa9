import { sql } from 'kysely';
import { leadingEvent, type CrisisAct, type CrisisLevel, type CrisisMark } from '../../domain/crisis.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { lastDeputyDay } from '../clinicians/deputy-queries.ts';
import type { PatientKey, SessionKey } from '../db/row-keys.ts';
import type { Db } from '../db/transaction.ts';

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

/** How a clinician may see a patient: as the treating one, as a deputy who must look after an open event, or not at all. */
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

/** The patients of absent colleagues whose open events this clinician must look after today. */
export async function listDeputisedPatients(
  db: Db,
  clinicId: string,
  clinicianId: string,
  today: IsoDate,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM patients p
    WHERE p.clinic_id = ${clinicId} AND p.clinician_id <> ${clinicianId} AND p.clinician_id IN (
      SELECT clinician_id FROM deputies WHERE clinic_id = ${clinicId} AND deputy_id = ${clinicianId}
    ) AND ${isDeputised(clinicianId, today)}`.execute(db);
  return rows.map(({ id }) => id);
}

// A row of patients named p: its clinician is absent today, this one is the deputy, and an event is open.
const isDeputised = (clinicianId: string, today: IsoDate) => sql`EXISTS (
    SELECT FROM deputies d WHERE d.clinic_id = p.clinic_id AND d.clinician_id = p.clinician_id
      AND d.deputy_id = ${clinicianId} AND ${today}::date BETWEEN d.first_day AND ${lastDeputyDay}
  ) AND EXISTS (
    SELECT FROM crisis_events e WHERE e.clinic_id = p.clinic_id AND e.patient_id = p.id AND e.acknowledged_at IS NULL
  )`;

/** The event that stands for a patient, by patient: for those of a clinician and for these patients of colleagues. */
export async function leadingEvents(
  db: Db,
  clinicId: string,
  clinicianId: string,
  deputised: readonly string[],
): Promise<ReadonlyMap<string, CrisisMark>> {
  const { rows } = await sql<CrisisMark & { patient_id: string }>`
    SELECT e.patient_id, e.id, e.level, e.raised_at, e.acknowledged_at
    FROM crisis_events e JOIN patients p ON p.clinic_id = e.clinic_id AND p.id = e.patient_id
    WHERE e.clinic_id = ${clinicId} AND (p.clinician_id = ${clinicianId} OR p.id = ANY(${deputised}::uuid[]))`.execute(
    db,
  );
  const marks = new Map<string, CrisisMark>();
  for (const [patientId, events] of Map.groupBy(rows, (row) => row.patient_id)) {
    const leading = leadingEvent(events.map(({ patient_id: _patient, ...mark }) => mark));
    if (leading) marks.set(patientId, leading);
  }
  return marks;
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
};

/** The events of a patient, the newest first. */
export async function listEvents(db: Db, { clinicId, patientId }: PatientKey): Promise<EventRow[]> {
  return db
    .selectFrom('crisis_events as e')
    .innerJoin('survey_sessions as s', (join) =>
      join.onRef('s.clinic_id', '=', 'e.clinic_id').onRef('s.id', '=', 'e.session_id'),
    )
    .leftJoin('accounts as a', (join) =>
      join.onRef('a.clinic_id', '=', 'e.clinic_id').onRef('a.id', '=', 'e.acknowledged_by'),
    )
    .select([
      'e.id',
      'e.session_id',
      'e.instrument_id',
      'e.instrument_version',
      'e.item_id',
      'e.level',
      'e.answer_encrypted',
      'e.raised_at',
      's.window_label as measurement_point',
      'e.acknowledged_at',
      'e.acknowledged_by',
      'a.username as acknowledged_name',
      'e.done',
      'e.note_encrypted',
    ])
    .where('e.clinic_id', '=', clinicId)
    .where('e.patient_id', '=', patientId)
    .orderBy('e.raised_at', 'desc')
    .orderBy('e.id')
    .execute();
}

/** An event, locked until the transaction ends; undefined where the clinic has none with this id. */
export async function lockEvent(db: Db, clinicId: string, id: string) {
  return db
    .selectFrom('crisis_events')
    .select(['id', 'patient_id', 'acknowledged_at', 'acknowledged_by'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

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

/** The events that are open for longer than the hours of the clinic, counted by treating clinician. */
export async function countOverdue(db: Db, clinicId: string, now: string) {
  const { rows } = await sql<{ clinician_id: string; username: string; urgent: number; notice: number }>`
    SELECT a.id AS clinician_id, a.username, count(*) FILTER (WHERE e.level = 'urgent')::int AS urgent,
      count(*) FILTER (WHERE e.level = 'notice')::int AS notice
    FROM crisis_events e
    JOIN clinics c ON c.id = e.clinic_id
    JOIN patients p ON p.clinic_id = e.clinic_id AND p.id = e.patient_id
    JOIN accounts a ON a.clinic_id = p.clinic_id AND a.id = p.clinician_id
    WHERE e.clinic_id = ${clinicId} AND e.acknowledged_at IS NULL AND e.raised_at <= ${now}::timestamptz
      - make_interval(hours => ${hoursOfLevel})
    GROUP BY a.id, a.username`.execute(db);
  return rows;
}
