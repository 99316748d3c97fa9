import { sql } from 'kysely';
import type { SignalAct } from '../domain/signal-acts.ts';
import type { IsoDate } from '../../../domain/iso-date.ts';
import type { PatientKey, SessionKey } from '../../../server/database/row-keys.ts';
import type { Db } from '../../../server/database/transaction.ts';
import type { Version } from '../../../server/instruments/registry-queries.ts';

export type NewSignal = {
  readonly instrumentId: string;
  readonly scale: string;
  readonly modelVersion: number;
  readonly unexpected: number;
  readonly worsening: number;
  readonly recovery: number;
  readonly at: string;
};

/** Stores a signal. A second one of a scale in a session changes nothing. */
export async function insertSignal(
  db: Db,
  { clinicId, sessionId, patientId }: SessionKey & PatientKey,
  { instrumentId, modelVersion, at, ...signal }: NewSignal,
): Promise<void> {
  await db
    .insertInto('course_signals')
    .values({
      clinic_id: clinicId,
      patient_id: patientId,
      session_id: sessionId,
      instrument_id: instrumentId,
      model_version: modelVersion,
      raised_at: at,
      ...signal,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

// What was agreed about a row g holds while its patient p stays with the clinician who agreed to it.
const stands = sql`g.postponed_by = p.clinician_id`;

/** The patients of a clinician whose course deviated at some time, and whether a signal of it waits today. */
export async function listSignalled(
  db: Db,
  clinicId: string,
  clinicianId: string,
  today: IsoDate,
): Promise<ReadonlyMap<string, boolean>> {
  const { rows } = await sql<{ id: string; open: boolean }>`
    SELECT g.patient_id AS id, bool_or(g.acknowledged_at IS NULL AND NOT coalesce(g.again_on > ${today}::date AND ${stands}, false)) AS open FROM course_signals g
    JOIN patients p ON p.clinic_id = g.clinic_id AND p.id = g.patient_id
    WHERE g.clinic_id = ${clinicId} AND p.clinician_id = ${clinicianId} GROUP BY g.patient_id`.execute(db);
  return new Map(rows.map(({ id, open }) => [id, open]));
}

export type SignalRow = {
  id: string;
  session_id: string;
  measurement_point: string;
  instrument_id: string;
  instruments: Version[];
  scale: string;
  unexpected: number;
  recovery: number;
  source: string | null;
  raised_at: string;
  acknowledged_at: string | null;
  acknowledged_name: string | null;
  done: SignalAct | null;
  again_on: IsoDate | null;
  postponed_at: string | null;
  postponed_name: string | null;
  postponed_note_encrypted: Buffer | null;
};

/** The signals of a patient, the newest first. */
export async function listSignals(db: Db, { clinicId, patientId }: PatientKey): Promise<SignalRow[]> {
  const { rows } = await sql<SignalRow>`
    SELECT g.id, g.session_id, s.window_label AS measurement_point, g.instrument_id, s.instruments, g.scale, g.unexpected,
      g.recovery, m.source, g.raised_at, g.acknowledged_at, a.username AS acknowledged_name, g.done,
      CASE WHEN g.acknowledged_at IS NOT NULL OR ${stands} THEN g.again_on END AS again_on, g.postponed_at,
      q.username AS postponed_name, g.postponed_note_encrypted
    FROM course_signals g
    JOIN patients p ON p.clinic_id = g.clinic_id AND p.id = g.patient_id
    JOIN survey_sessions s ON s.clinic_id = g.clinic_id AND s.id = g.session_id
    LEFT JOIN course_models m ON m.instrument_id = g.instrument_id AND m.scale = g.scale AND m.version = g.model_version
    LEFT JOIN accounts a ON a.clinic_id = g.clinic_id AND a.id = g.acknowledged_by
    LEFT JOIN accounts q ON q.clinic_id = g.clinic_id AND q.id = g.postponed_by
    WHERE g.clinic_id = ${clinicId} AND g.patient_id = ${patientId} ORDER BY g.raised_at DESC, g.instrument_id`.execute(
    db,
  );
  return rows;
}

/** Locks a signal until the transaction ends. */
export async function lockSignal(db: Db, clinicId: string, id: string) {
  const { rows } = await sql<{ patient_id: string; acknowledged_at: string | null }>`
    SELECT patient_id, acknowledged_at FROM course_signals WHERE clinic_id = ${clinicId} AND id = ${id} FOR UPDATE`.execute(
    db,
  );
  return rows[0];
}

export async function acknowledgeSignal(
  db: Db,
  { clinicId, id }: { readonly clinicId: string; readonly id: string },
  { by, at, done }: { readonly by: string; readonly at: string; readonly done: SignalAct },
): Promise<void> {
  await sql`UPDATE course_signals SET acknowledged_at = ${at}, acknowledged_by = ${by}, done = ${done}
    WHERE clinic_id = ${clinicId} AND id = ${id}`.execute(db);
}

/** Puts a signal off until a day. */
export async function putSignalOff(
  db: Db,
  { clinicId, id }: { readonly clinicId: string; readonly id: string },
  {
    by,
    at,
    day,
    note,
  }: { readonly by: string; readonly at: string; readonly day: IsoDate; readonly note: Buffer },
): Promise<void> {
  await sql`UPDATE course_signals SET again_on = ${day}::date, postponed_by = ${by}, postponed_at = ${at}::timestamptz,
      postponed_note_encrypted = ${note}
    WHERE clinic_id = ${clinicId} AND id = ${id}`.execute(db);
}
