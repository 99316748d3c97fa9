import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { StoredWindow } from '../../domain/window-changes.ts';
import type { SurveyWindow } from '../../domain/windows.ts';
import type { Db } from '../database/transaction.ts';

export type PatientInTherapy = {
  id: string;
  admission: IsoDate;
  discharge: IsoDate | null;
  windows: StoredWindow[];
};

/** Some patients of a clinic after an id, locked against edits until the transaction ends, with their windows. `only` is a further condition. */
export async function lockPatientsWithWindows(
  db: Db,
  clinicId: string,
  { after, most, only = sql`` }: { after: string | undefined; most: number; only?: RawBuilder<unknown> },
): Promise<PatientInTherapy[]> {
  const rest = after === undefined ? sql`` : sql`AND id > ${after}::uuid`;
  const { rows } = await sql<PatientInTherapy>`
    WITH page AS (SELECT id, admission, discharge FROM patients WHERE clinic_id = ${clinicId} ${rest} ${only}
      ORDER BY id LIMIT ${most} FOR NO KEY UPDATE)
    SELECT p.id, p.admission, p.discharge, coalesce((SELECT jsonb_agg(jsonb_build_object('type', w.type, 'ordinal', w.ordinal,
        'start', w.start_date, 'end', w.end_date, 'label', w.label, 'isBegun', s.id IS NOT NULL))
      FROM survey_windows w LEFT JOIN survey_sessions s ON s.clinic_id = w.clinic_id AND s.window_id = w.id
      WHERE w.clinic_id = ${clinicId} AND w.patient_id = p.id), '[]'::jsonb) AS windows
    FROM page p ORDER BY p.id`.execute(db);
  return rows;
}

/**
 * The condition that repeated windows of a patient may be missing up to the last day on which one may begin. `step` is the
 * time from one to the next. A therapy with a known end is asked about for half a year longer, because the server may have
 * been off.
 */
export function mayLackWindows(last: IsoDate, step: { months: number; weeks: number }): RawBuilder<unknown> {
  return sql`AND (discharge IS NULL OR discharge > ${last}::date - make_interval(months => 6))
    AND (SELECT coalesce(max(start_date), '-infinity') + make_interval(months => ${step.months}::int, weeks => ${step.weeks}::int)
        <= ${last}::date
      FROM survey_windows w WHERE w.clinic_id = patients.clinic_id AND w.patient_id = patients.id AND w.type = 'INTERMEDIATE')`;
}

/** Deletes windows of a patient without a survey. */
export async function closeWindows(
  db: Db,
  { clinicId, patientId }: { clinicId: string; patientId: string },
  windows: readonly SurveyWindow[],
): Promise<void> {
  await sql`DELETE FROM survey_windows w WHERE clinic_id = ${clinicId} AND patient_id = ${patientId}
    AND (type, ordinal) IN (SELECT * FROM unnest(${windows.map(({ type }) => type)}::text[],
      ${windows.map(({ ordinal }) => ordinal)}::int[]))
    AND NOT EXISTS (SELECT FROM survey_sessions s WHERE s.clinic_id = ${clinicId} AND s.window_id = w.id)`.execute(
    db,
  );
}

/** How many surveys are begun, not finished, and still open on a day. */
export async function countOpenSurveys(db: Db, clinicId: string, today: IsoDate): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM survey_sessions s
    JOIN survey_windows w ON w.clinic_id = s.clinic_id AND w.id = s.window_id
    WHERE s.clinic_id = ${clinicId} AND s.finished_at IS NULL AND w.end_date >= ${today}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}
