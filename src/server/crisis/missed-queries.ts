import { sql } from 'kysely';
import type { SessionKey } from '../db/row-keys.ts';
import type { Db } from '../db/transaction.ts';
import type { AnswerRow } from '../keys/answer-cells.ts';
import type { Version } from '../instruments/registry-queries.ts';

/** An answer to an item of a crisis rule, in a session that showed no danger when its page was stored. */
export type UnwarnedAnswer = AnswerRow & {
  session_id: string;
  patient_id: string;
  protocol_id: string;
  protocol_version: string;
  instruments: Version[];
  answered_at: string;
};

/** The answers to these items in sessions since a moment that showed no danger and whose report was not opened. */
export async function listUnwarnedAnswers(
  db: Db,
  clinicId: string,
  items: readonly string[],
  since: string,
): Promise<UnwarnedAnswer[]> {
  const { rows } = await sql<UnwarnedAnswer>`
    SELECT s.id AS session_id, s.patient_id, s.protocol_id, s.protocol_version, s.instruments, a.item_id,
      a.item_type, a.value, a.label, a.encrypted, p.answered_at
    FROM survey_sessions s
    JOIN answers a ON a.clinic_id = s.clinic_id AND a.session_id = s.id AND a.item_id = ANY(${items}::text[])
    JOIN survey_pages p ON p.clinic_id = a.clinic_id AND p.session_id = a.session_id AND p.number = a.page_number
    WHERE s.clinic_id = ${clinicId} AND s.updated_at >= ${since}::timestamptz AND NOT s.shows_help
      AND s.report_viewed_at IS NULL
    ORDER BY p.answered_at`.execute(db);
  return rows;
}

/** Notes that a session showed danger. False if another process was faster. */
export async function markSession(db: Db, { clinicId, sessionId }: SessionKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('survey_sessions')
    .set({ shows_help: true })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', sessionId)
    .where('shows_help', '=', false)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
