import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { Db } from '../database/transaction.ts';

// Who is responsible for an open event, and from which day on it waits again (product 19.3). The pieces speak of a row e of
// crisis_events and its row p of patients. A transferred patient takes the event along: what was agreed with the clinician
// before holds no longer.

const stands = sql`e.standing_of = p.clinician_id`;

/** The event was handed over, and the colleague still is responsible for it. */
export const isHandedOver = sql<boolean>`coalesce(e.handed_to IS NOT NULL AND ${stands}, false)`;

/** The clinician who is responsible: the one it was handed over to, else the treating one. */
export const ownerOfEvent = sql<string>`CASE WHEN ${isHandedOver} THEN e.handed_to ELSE p.clinician_id END`;

/** The day until which the event was put off. */
const againOn = sql<IsoDate | null>`CASE WHEN ${stands} THEN e.again_on END`;

/** The event does not wait yet. */
export const isPutOff = (today: IsoDate) => sql<boolean>`coalesce(${againOn} > ${today}::date, false)`;

/** The moment since which the event waits. */
export const waitsSince = sql<string>`greatest(e.raised_at, (${againOn})::timestamptz)`;

const isDeputyOf = (clinicians: RawBuilder<unknown>, deputyId: string, today: IsoDate) => sql`EXISTS (
    SELECT FROM deputies d WHERE d.clinic_id = p.clinic_id AND d.clinician_id IN (${clinicians})
      AND d.deputy_id = ${deputyId} AND ${today}::date BETWEEN d.first_day AND d.last_day)`;

/** This clinician is responsible, or stands in today for the clinician who is. */
const actsForOwner = (clinicianId: string, today: IsoDate) =>
  sql<boolean>`(${clinicianId} = ${ownerOfEvent} OR ${isDeputyOf(ownerOfEvent, clinicianId, today)})`;

/** The same for the treating clinician. */
const actsForTreating = (clinicianId: string, today: IsoDate) =>
  sql<boolean>`(${clinicianId} = p.clinician_id OR ${isDeputyOf(sql`p.clinician_id`, clinicianId, today)})`;

/** An open event lets a colleague of the treating clinician see the patient: deputies, the owner, and the owner before. */
export const isConcerned = (clinicianId: string, today: IsoDate) => sql<boolean>`(
    ${actsForOwner(clinicianId, today)} OR ${actsForTreating(clinicianId, today)}
    OR (${isHandedOver} AND e.handed_by = ${clinicianId}))`;

export type LockedEvent = {
  id: string;
  patient_id: string;
  acknowledged_at: string | null;
  acknowledged_by: string | null;
  treating_id: string;
  owner_id: string;
  acts_for_owner: boolean;
  acts_for_treating: boolean;
};

/** The patient of an event; undefined where the clinic has none with this id. */
export async function findEvent(
  db: Db,
  { clinicId, eventId }: { clinicId: string; eventId: string },
): Promise<Pick<LockedEvent, 'patient_id' | 'acknowledged_by'> | undefined> {
  return db
    .selectFrom('crisis_events')
    .select(['patient_id', 'acknowledged_by'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', eventId)
    .executeTakeFirst();
}

/** An event, locked until the transaction ends; undefined where the clinic has none with this id. */
export async function lockEvent(
  db: Db,
  { clinicId, eventId }: { clinicId: string; eventId: string },
  clinicianId: string,
  today: IsoDate,
): Promise<LockedEvent | undefined> {
  const { rows } = await sql<LockedEvent>`
    SELECT e.id, e.patient_id, e.acknowledged_at, e.acknowledged_by, p.clinician_id AS treating_id,
      ${ownerOfEvent} AS owner_id, ${actsForOwner(clinicianId, today)} AS acts_for_owner,
      ${actsForTreating(clinicianId, today)} AS acts_for_treating
    FROM crisis_events e JOIN patients p ON p.clinic_id = e.clinic_id AND p.id = e.patient_id
    WHERE e.clinic_id = ${clinicId} AND e.id = ${eventId} FOR UPDATE OF e`.execute(db);
  return rows[0];
}

/** Whether this clinician may acknowledge each open event of a patient. */
export async function listOwnEvents(
  db: Db,
  { clinicId, patientId }: { clinicId: string; patientId: string },
  clinicianId: string,
  today: IsoDate,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT e.id FROM crisis_events e JOIN patients p ON p.clinic_id = e.clinic_id AND p.id = e.patient_id
    WHERE e.clinic_id = ${clinicId} AND e.patient_id = ${patientId} AND e.acknowledged_at IS NULL
      AND ${actsForOwner(clinicianId, today)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

type Act = { clinicId: string; event: LockedEvent; by: string; at: string; note: Buffer | null };

/** Gives the event to another clinician. The reminders of the owner begin anew; the one of the duty address does not. */
export async function handOver(db: Db, { clinicId, event, by, at, note }: Act, to: string): Promise<void> {
  await db
    .updateTable('crisis_events')
    .set({ handed_to: to, handed_by: by, handed_at: at, handed_note_encrypted: note })
    .set({ again_on: null, postponed_by: null, postponed_at: null, postponed_note_encrypted: null })
    .set({ standing_of: event.treating_id })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', event.id)
    .execute();
  await forgetReminders(db, clinicId, event.id, ['clinician', 'deputy']);
}

/** Puts the event off until a day. From then on all reminders begin anew. */
export async function putOff(db: Db, { clinicId, event, by, at, note }: Act, day: IsoDate): Promise<void> {
  await sql`UPDATE crisis_events e SET again_on = ${day}::date, postponed_by = ${by}, postponed_at = ${at}::timestamptz,
      postponed_note_encrypted = ${note}, standing_of = ${event.treating_id}::uuid,
      handed_to = CASE WHEN e.standing_of = ${event.treating_id}::uuid THEN e.handed_to END
    WHERE e.clinic_id = ${clinicId} AND e.id = ${event.id}`.execute(db);
  await forgetReminders(db, clinicId, event.id, ['clinician', 'deputy', 'duty']);
}

async function forgetReminders(
  db: Db,
  clinicId: string,
  eventId: string,
  steps: readonly ('clinician' | 'deputy' | 'duty')[],
): Promise<void> {
  await db
    .deleteFrom('crisis_reminders')
    .where('clinic_id', '=', clinicId)
    .where('event_id', '=', eventId)
    .where('step', 'in', steps)
    .execute();
}
