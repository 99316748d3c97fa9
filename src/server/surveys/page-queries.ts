import { sql } from 'kysely';
import type { ConditionSeverity } from '../../domain/window-types.ts';
import type { PatientKey, SessionKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import type { Version } from '../instruments/registry-queries.ts';
import type { AnswerRow } from '../keys/answer-cells.ts';
import type { ScoreRow } from '../keys/score-cells.ts';

/** An answer to be stored. `encrypted` is hexadecimal. */
export type AnswerRecord = {
  item_id: string;
  position: number;
  item_type: string;
  encrypted: string;
  time_taken: number;
  answered_after: number | null;
};

export type NewPage = {
  number: number;
  at: string;
  timeTaken: number;
  answers: readonly AnswerRecord[];
  finished: boolean;
  severity: ConditionSeverity;
  /** An answer of this page shows danger. */
  showsHelp: boolean;
};

/**
 * Stores a page with its answers, drops its draft and moves the session on, in one statement. False where the page does not
 * follow the stored ones; then the caller undoes the write.
 */
export async function insertPage(
  db: Db,
  { clinicId, sessionId }: SessionKey,
  { number, at, timeTaken, answers, finished, severity, showsHelp }: NewPage,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    WITH page AS (
      INSERT INTO survey_pages (clinic_id, session_id, number, answered_at, time_taken)
      VALUES (${clinicId}, ${sessionId}, ${number}, ${at}, ${timeTaken})
    ), given AS (
      INSERT INTO answers (clinic_id, session_id, item_id, page_number, position, item_type, encrypted, time_taken, answered_after)
      SELECT ${clinicId}::uuid, ${sessionId}::uuid, item_id, ${number}::integer, position, item_type,
        decode(encrypted, 'hex'), time_taken, answered_after
      FROM jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) AS one(item_id text, position integer, item_type text,
        encrypted text, time_taken float8, answered_after float8)
    ), sent AS (
      DELETE FROM drafts WHERE clinic_id = ${clinicId} AND session_id = ${sessionId}
    )
    UPDATE survey_sessions SET page_count = ${number},
      updated_at = greatest(updated_at, ${at}::timestamptz), shows_help = shows_help OR ${showsHelp},
      condition_severity = CASE WHEN finished_at IS NULL THEN ${severity} ELSE condition_severity END,
      finished_at = coalesce(finished_at, CASE WHEN ${finished}::boolean THEN ${at}::timestamptz END)
    WHERE clinic_id = ${clinicId} AND id = ${sessionId} AND page_count = ${number}::integer - 1`.execute(db);
  return numAffectedRows === 1n;
}

/** Keeps the entries of a page that was not sent, in place of an earlier draft. */
export async function upsertDraft(
  db: Db,
  { clinicId, sessionId }: SessionKey,
  { page, encrypted, at }: { page: number; encrypted: Buffer; at: string },
): Promise<void> {
  await sql`
    INSERT INTO drafts (clinic_id, session_id, page_number, encrypted, saved_at)
    VALUES (${clinicId}, ${sessionId}, ${page}, ${encrypted}, ${at})
    ON CONFLICT (clinic_id, session_id) DO UPDATE SET page_number = excluded.page_number,
      encrypted = excluded.encrypted, saved_at = excluded.saved_at`.execute(db);
}

export type ScoreRecord = {
  instrument_id: string;
  scale: string;
  instrument_version: string;
  algorithm_version: string;
  result_encrypted: Buffer;
};

export async function insertScores(
  db: Db,
  { clinicId, sessionId }: SessionKey,
  scores: readonly ScoreRecord[],
): Promise<void> {
  if (scores.length === 0) return;
  const rows = scores.map((score) => ({ clinic_id: clinicId, session_id: sessionId, ...score }));
  await db.insertInto('scores').values(rows).execute();
}

/** How many seconds a page of an instrument takes, by the newest surveys of the clinic. */
export async function medianPageSeconds(
  db: Db,
  clinicId: string,
  { items, sessions, pages }: { items: ReadonlyMap<string, string>; sessions: number; pages: number },
): Promise<{ instrument: string; seconds: number }[]> {
  const { rows } = await sql<{ instrument: string; seconds: number }>`
    SELECT i.instrument, percentile_cont(0.5) WITHIN GROUP (ORDER BY p.time_taken) AS seconds
    FROM (
      SELECT id FROM survey_sessions WHERE clinic_id = ${clinicId} ORDER BY updated_at DESC LIMIT ${sessions}
    ) s
    JOIN answers a ON a.clinic_id = ${clinicId} AND a.session_id = s.id AND a.position = 0
    JOIN survey_pages p ON p.clinic_id = ${clinicId} AND p.session_id = s.id AND p.number = a.page_number
    JOIN unnest(${[...items.keys()]}::text[], ${[...items.values()]}::text[]) AS i (item, instrument) ON i.item = a.item_id
    WHERE p.time_taken > 0
    GROUP BY i.instrument HAVING count(*) >= ${pages}`.execute(db);
  return rows;
}

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
    SELECT s.id AS session_id, s.window_label AS point, s.instruments, a.item_id, a.item_type,
      a.encrypted, p.answered_at
    FROM survey_sessions s
    JOIN answers a ON a.clinic_id = s.clinic_id AND a.session_id = s.id
    JOIN survey_pages p ON p.clinic_id = a.clinic_id AND p.session_id = a.session_id AND p.number = a.page_number
    WHERE s.clinic_id = ${clinicId} AND s.patient_id = ${patientId} AND a.item_id = ANY(${items}::text[])
    ORDER BY p.answered_at`.execute(db);
  return rows;
}

export type EarlierScore = ScoreRow & { session_id: string; instrument_version: string; finished_at: string };

/** The newest score of each scale and version in the surveys that a patient finished before a moment, the newest first. */
export async function listScoresBefore(
  db: Db,
  { clinicId, patientId }: PatientKey,
  instruments: readonly string[],
  at: string,
): Promise<EarlierScore[]> {
  const { rows } = await sql<EarlierScore>`
    SELECT * FROM (
      SELECT DISTINCT ON (r.instrument_id, r.scale, r.instrument_version) s.id AS session_id, s.finished_at,
        r.instrument_id, r.scale, r.instrument_version, r.result_encrypted
      FROM survey_sessions s
      JOIN scores r ON r.clinic_id = s.clinic_id AND r.session_id = s.id AND r.instrument_id = ANY(${instruments}::text[])
      WHERE s.clinic_id = ${clinicId} AND s.patient_id = ${patientId} AND s.finished_at < ${at}::timestamptz
      ORDER BY r.instrument_id, r.scale, r.instrument_version, s.finished_at DESC
    ) newest ORDER BY finished_at DESC`.execute(db);
  return rows;
}
