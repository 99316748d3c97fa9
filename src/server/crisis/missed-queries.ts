import { sql } from 'kysely';
import type { SessionKey } from '../db/row-keys.ts';
import type { Db } from '../db/transaction.ts';
import type { Version } from '../instruments/registry-queries.ts';

/** An answer that fits a crisis rule, in a session that showed no danger when its page was stored. */
export type MissedAnswer = {
  session_id: string;
  patient_id: string;
  protocol_id: string;
  protocol_version: string;
  instruments: Version[];
  item_id: string;
  value: number;
  answered_at: string;
};

/** The answers to these items from these values on, in sessions since a moment whose report was not opened. */
export async function listMissedAnswers(
  db: Db,
  clinicId: string,
  rules: readonly { item: string; at_least: number }[],
  since: string,
): Promise<MissedAnswer[]> {
  const items = rules.map(({ item }) => item);
  const limits = rules.map((rule) => rule.at_least);
  const { rows } = await sql<MissedAnswer>`
    SELECT s.id AS session_id, s.patient_id, s.protocol_id, s.protocol_version, s.instruments, a.item_id,
      a.value, p.answered_at
    FROM survey_sessions s
    JOIN answers a ON a.clinic_id = s.clinic_id AND a.session_id = s.id
    JOIN unnest(${items}::text[], ${limits}::float8[]) AS rule (item, at_least)
      ON rule.item = a.item_id AND a.value >= to_jsonb(rule.at_least) AND jsonb_typeof(a.value) = 'number'
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
