import { sql } from 'kysely';
import type { PatientKey } from '../db/row-keys.ts';
import type { Db } from '../db/transaction.ts';
import type { AnswerRow } from '../keys/answer-cells.ts';
import type { Version } from '../instruments/registry-queries.ts';

/** An answer of a patient to an item, with the versions that its session was pinned to. */
export type ItemAnswer = AnswerRow & {
  session_id: string;
  point: string;
  instruments: Version[];
  answered_at: string;
};

/** Every answer of a patient to these items, the oldest first, also of surveys that were never finished. */
export async function listItemAnswers(
  db: Db,
  { clinicId, patientId }: PatientKey,
  items: readonly string[],
): Promise<ItemAnswer[]> {
  if (items.length === 0) return [];
  const { rows } = await sql<ItemAnswer>`
    SELECT s.id AS session_id, s.window_label AS point, s.instruments, a.item_id, a.item_type, a.value, a.label,
      a.encrypted, p.answered_at
    FROM survey_sessions s
    JOIN answers a ON a.clinic_id = s.clinic_id AND a.session_id = s.id
    JOIN survey_pages p ON p.clinic_id = a.clinic_id AND p.session_id = a.session_id AND p.number = a.page_number
    WHERE s.clinic_id = ${clinicId} AND s.patient_id = ${patientId} AND a.item_id = ANY(${items}::text[])
    ORDER BY p.answered_at`.execute(db);
  return rows;
}
