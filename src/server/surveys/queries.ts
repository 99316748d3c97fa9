import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { ConditionSeverity, WindowType } from '../../domain/window-types.ts';
import { packFields, packRecords } from '../bulk/packed-text.ts';
import type { Db } from '../db/transaction.ts';
import type { Version } from '../instruments/registry.ts';

/** A patient of a clinic: what every query here is asked for. */
export type PatientKey = { clinicId: string; patientId: string };
export type SessionKey = { clinicId: string; sessionId: string };

/** A survey session with its window and all that was answered. */
export type SessionRow = {
  window_type: WindowType;
  end_date: IsoDate;
  session_id: string;
  seed: string;
  protocol_id: string;
  protocol_version: string;
  instruments: Version[];
  page_count: number;
  finished: boolean;
  /** Packed text: page, item id, value as JSON, ciphertext in base64; null where nothing was answered yet. */
  answers: string | null;
  /** Whether the patient agreed to be asked; true where no consent is asked for. */
  may_be_asked: boolean;
};

export type WindowRow = { window_id: string; window_type: WindowType; label: string; end_date: IsoDate };

type Asked = Pick<SessionRow, 'window_type' | 'end_date' | 'may_be_asked'>;
type NoSession = { [Key in Exclude<keyof SessionRow, keyof Asked>]: null };
type DraftColumns = { draft_page: number | null; draft: Buffer | null };

const answerRecords = packRecords(
  packFields(
    'a.page_number',
    'a.item_id',
    `coalesce(a.value::text, '')`,
    `coalesce(encode(a.encrypted, 'base64'), '')`,
  ),
  'a.page_number, a.position',
);
const answerColumn = sql`(
  SELECT ${answerRecords} FROM answers a WHERE a.clinic_id = s.clinic_id AND a.session_id = s.id) AS answers`;

const sessionColumns = sql`s.id AS session_id, s.seed, s.protocol_id, s.protocol_version, s.instruments, s.page_count,
  s.finished_at IS NOT NULL AS finished, ${answerColumn}`;

// Each look-up is LATERAL with LIMIT 1: PostgreSQL must then follow the key. Left to choose while a table is new and
// empty, it plans to read all sessions of the clinic, and keeps to that plan.

/** The open window with its session, answers and draft; undefined where no window is open. */
export async function findOpenSurvey(
  db: Db,
  { clinicId, patientId }: PatientKey,
  today: IsoDate,
  mayBeAsked: RawBuilder<boolean>,
) {
  const { rows } = await sql<WindowRow & DraftColumns & Asked & (SessionRow | NoSession)>`
    SELECT w.id AS window_id, w.type AS window_type, w.label, w.end_date, s.*, d.*,
      ${mayBeAsked} AS may_be_asked
    FROM survey_windows w
    LEFT JOIN LATERAL (
      SELECT ${sessionColumns} FROM survey_sessions s
      WHERE s.clinic_id = w.clinic_id AND s.window_id = w.id LIMIT 1
    ) s ON true
    LEFT JOIN LATERAL (
      SELECT d.page_number AS draft_page, d.encrypted AS draft FROM drafts d
      WHERE d.clinic_id = w.clinic_id AND d.session_id = s.session_id LIMIT 1
    ) d ON true
    WHERE w.clinic_id = ${clinicId} AND w.patient_id = ${patientId}
      AND w.start_date <= ${today}::date AND w.end_date >= ${today}::date
    ORDER BY w.start_date LIMIT 1`.execute(db);
  return rows[0];
}

/**
 * Locks and reads the session of the latest window that has one; undefined where there is none. Where another
 * transaction held the lock, the answers may be older than the session: `page_count` tells (PostgreSQL re-reads the
 * locked row alone), and the caller asks again.
 */
export async function lockLatestSession(
  db: Db,
  { clinicId, patientId }: PatientKey,
  mayBeAsked: RawBuilder<boolean>,
): Promise<SessionRow | undefined> {
  // Windows never overlap, and a session lies in the window of its last update: the latest update is in the latest window.
  const { rows } = await sql<SessionRow>`
    SELECT s.window_type, ${sessionColumns}, (
      SELECT w.end_date FROM survey_windows w WHERE w.clinic_id = s.clinic_id AND w.id = s.window_id
    ) AS end_date, ${mayBeAsked} AS may_be_asked
    FROM survey_sessions s
    WHERE s.clinic_id = ${clinicId} AND s.patient_id = ${patientId} AND s.window_id IS NOT NULL
    ORDER BY s.updated_at DESC LIMIT 1
    FOR UPDATE OF s`.execute(db);
  return rows[0];
}

export type NewSession = {
  sessionId: string;
  window: WindowRow;
  protocol: Version;
  instruments: readonly Version[];
  seed: string;
  at: string;
};

/** One session a window (R25): false where another tab was faster. */
export async function insertSession(
  db: Db,
  { clinicId, patientId }: PatientKey,
  { sessionId, window, protocol, instruments, seed, at }: NewSession,
): Promise<boolean> {
  const inserted = await db
    .insertInto('survey_sessions')
    .values({
      clinic_id: clinicId,
      id: sessionId,
      patient_id: patientId,
      window_id: window.window_id,
      window_type: window.window_type,
      window_label: window.label,
      protocol_id: protocol.id,
      protocol_version: protocol.version,
      instruments: JSON.stringify(instruments),
      seed,
      started_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'window_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** An answer to be stored; `encrypted` (base64) instead of value and label where the text must not be readable. */
export type AnswerRecord = {
  item_id: string;
  position: number;
  item_type: string;
  value: unknown;
  label: unknown;
  encrypted: string | null;
  time_taken: number;
};

export type NewPage = {
  number: number;
  at: string;
  timeTaken: number;
  answers: readonly AnswerRecord[];
  finished: boolean;
  severity: ConditionSeverity;
};

/**
 * Stores a page with its answers, drops its draft and moves the session on, in one statement. False, and to be undone,
 * where it does not follow the stored pages or the patient may not be asked any more.
 */
export async function insertPage(
  db: Db,
  { clinicId, sessionId }: SessionKey,
  { number, at, timeTaken, answers, finished, severity }: NewPage,
  mayBeAsked: RawBuilder<boolean>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    WITH page AS (
      INSERT INTO survey_pages (clinic_id, session_id, number, answered_at, time_taken)
      VALUES (${clinicId}, ${sessionId}, ${number}, ${at}, ${timeTaken})
    ), given AS (
      INSERT INTO answers (clinic_id, session_id, item_id, page_number, position, item_type, value, label, encrypted, time_taken)
      SELECT ${clinicId}::uuid, ${sessionId}::uuid, item_id, ${number}::integer, position, item_type, value, label,
        decode(encrypted, 'base64'), time_taken
      FROM jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) AS one(item_id text, position integer, item_type text,
        value jsonb, label jsonb, encrypted text, time_taken float8)
    ), sent AS (
      DELETE FROM drafts WHERE clinic_id = ${clinicId} AND session_id = ${sessionId}
    )
    UPDATE survey_sessions SET page_count = ${number},
      updated_at = greatest(updated_at, ${at}::timestamptz), condition_severity = ${severity},
      finished_at = CASE WHEN ${finished}::boolean THEN ${at}::timestamptz END
    WHERE clinic_id = ${clinicId} AND id = ${sessionId} AND page_count = ${number}::integer - 1
      AND ${mayBeAsked}`.execute(db);
  return numAffectedRows === 1n;
}

export type ScoreRecord = {
  instrument_id: string;
  scale: string;
  instrument_version: string;
  algorithm_version: string;
  result: string;
};

export async function insertScores(
  db: Db,
  { clinicId, sessionId }: SessionKey,
  scores: readonly ScoreRecord[],
): Promise<void> {
  if (scores.length === 0) return;
  await db
    .insertInto('scores')
    .values(scores.map((score) => ({ clinic_id: clinicId, session_id: sessionId, ...score })))
    .execute();
}

type MailKind = 'PRE' | 'INTERMEDIATE' | 'POST' | 'FOLLOW_UP';

/** Keeps the address for one kind of window; a newer one takes the place of an older, which leaves its date. */
export async function upsertMailAddress(
  db: Db,
  { clinicId, patientId }: PatientKey,
  kind: MailKind,
  { address, at }: { address: Buffer; at: string },
): Promise<void> {
  await db
    .insertInto('mail_addresses')
    .values({ clinic_id: clinicId, patient_id: patientId, kind, address_encrypted: address, created: at })
    .onConflict((conflict) =>
      conflict.columns(['clinic_id', 'patient_id', 'kind']).doUpdateSet({ address_encrypted: address }),
    )
    .execute();
}

/**
 * Keeps what was ticked on a page but not sent, in place of an earlier draft; false where the patient may not be asked
 * any more.
 */
export async function upsertDraft(
  db: Db,
  { clinicId, sessionId }: SessionKey,
  { page, encrypted, at }: { page: number; encrypted: Buffer; at: string },
  mayBeAsked: RawBuilder<boolean>,
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`INSERT INTO drafts (clinic_id, session_id, page_number, encrypted, saved_at)
    SELECT ${clinicId}::uuid, ${sessionId}::uuid, ${page}::integer, ${encrypted}::bytea, ${at}::timestamptz WHERE ${mayBeAsked}
    ON CONFLICT (clinic_id, session_id) DO UPDATE SET page_number = excluded.page_number,
      encrypted = excluded.encrypted, saved_at = excluded.saved_at`.execute(db);
  return numAffectedRows === 1n;
}

/** The patient's windows in order, each with what was done in it. */
export async function listPatientWindows(db: Db, { clinicId, patientId }: PatientKey) {
  return db
    .selectFrom('survey_windows as w')
    .leftJoin('survey_sessions as s', (join) =>
      join.onRef('s.clinic_id', '=', 'w.clinic_id').onRef('s.window_id', '=', 'w.id'),
    )
    .select([
      'w.type',
      'w.ordinal',
      'w.start_date as start',
      'w.end_date as end',
      'w.label',
      's.id as survey_session_id',
      's.started_at as started_time',
      's.updated_at as update_time',
      's.finished_at',
    ])
    .where('w.clinic_id', '=', clinicId)
    .where('w.patient_id', '=', patientId)
    .orderBy('w.start_date')
    .execute();
}

/** A session that is stored and exported, but shown as a result no more (product 10). */
export type DetachedSession = {
  survey_session_id: string;
  started_time: string;
  update_time: string;
  finished: boolean;
  stw_type: WindowType;
};

/**
 * Links a patient's sessions with the windows as they are now: the type is equal and the date of the last update lies
 * in the window (product 4 and 10). Where several lie in one window, a finished one comes before an unfinished one
 * and a later before an earlier. Returns the sessions that belong to no window any more.
 */
export async function relinkSessions(
  db: Db,
  clinicId: string,
  patientId: string,
  timeZone = 'Europe/Berlin',
): Promise<DetachedSession[]> {
  // First loosen all: a window may be taken over by another session, and it can only have one.
  await sql`UPDATE survey_sessions SET window_id = NULL
    WHERE clinic_id = ${clinicId} AND patient_id = ${patientId} AND window_id IS NOT NULL`.execute(db);
  await sql`UPDATE survey_sessions s SET window_id = best.window_id, window_label = best.label
    FROM (
      SELECT DISTINCT ON (w.id) w.id AS window_id, w.label, c.id AS session_id
      FROM survey_windows w
      JOIN survey_sessions c ON c.clinic_id = w.clinic_id AND c.patient_id = w.patient_id AND c.window_type = w.type
        AND (c.updated_at AT TIME ZONE ${timeZone})::date BETWEEN w.start_date AND w.end_date
      WHERE w.clinic_id = ${clinicId} AND w.patient_id = ${patientId}
      ORDER BY w.id, c.finished_at IS NULL, c.updated_at DESC, c.id
    ) best
    WHERE s.clinic_id = ${clinicId} AND s.id = best.session_id`.execute(db);
  const { rows } = await sql<DetachedSession>`
    SELECT id AS survey_session_id, started_at AS started_time, updated_at AS update_time,
      finished_at IS NOT NULL AS finished, window_type AS stw_type
    FROM survey_sessions WHERE clinic_id = ${clinicId} AND patient_id = ${patientId} AND window_id IS NULL
    ORDER BY started_at, id`.execute(db);
  return rows;
}
