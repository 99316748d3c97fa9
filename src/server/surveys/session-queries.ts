import { type RawBuilder, sql } from 'kysely';
import type { Consent } from '../../domain/consent.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { WindowType } from '../../domain/window-types.ts';
import { AppError } from '../settings/app-error.ts';
import type { PatientKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import type { Version } from '../instruments/registry-queries.ts';
import type { AnswerRow } from '../keys/answer-cells.ts';

/** The part of the newest consent that decides whether the patient may be asked; null where there is no consent. */
type NewestConsent = Pick<Consent, 'version' | 'withdrawn_at'> | null;

/** A survey session with its window and all its answers. */
export type SessionRow = {
  window_type: WindowType;
  end_date: IsoDate;
  session_id: string;
  patient_id: string;
  started_at: string;
  seed: string;
  protocol_id: string;
  protocol_version: string;
  instruments: Version[];
  page_count: number;
  finished: boolean;
  /** In the order of the pages and of the items on them. Null without answers. `encrypted` is hexadecimal. */
  answers: readonly StoredAnswer[] | null;
  consent: NewestConsent;
};

type StoredAnswer = Omit<AnswerRow, 'encrypted'> & { page: number; encrypted: string };

export type WindowRow = {
  window_id: string;
  window_type: WindowType;
  label: string;
  end_date: IsoDate;
};

type OpenWindow = WindowRow & {
  draft_page: number | null;
  draft: Buffer | null;
  consent: NewestConsent;
};
type NoSession = { [Key in Exclude<keyof SessionRow, keyof OpenWindow>]: null };

const sessionColumns = sql`s.id AS session_id, s.patient_id, s.started_at, s.seed, s.protocol_id, s.protocol_version, s.instruments, s.page_count,
  s.finished_at IS NOT NULL AS finished, (
    SELECT json_agg(json_build_object('page', a.page_number, 'item_id', a.item_id, 'item_type', a.item_type,
      'encrypted', encode(a.encrypted, 'hex')) ORDER BY a.page_number, a.position)
    FROM answers a WHERE a.clinic_id = s.clinic_id AND a.session_id = s.id
  ) AS answers`;

const newestConsentOf = (row: RawBuilder<unknown>) => sql<NewestConsent>`(
    SELECT jsonb_build_object('version', c.version, 'withdrawn_at', c.withdrawn_at) FROM study_consents c
    WHERE c.clinic_id = ${row}.clinic_id AND c.patient_id = ${row}.patient_id ORDER BY c.given_at DESC LIMIT 1
  )`;

// Each look-up is LATERAL with LIMIT 1: PostgreSQL must then follow the key. Left to choose while a table is new and
// empty, it plans to read all sessions of the clinic, and keeps to that plan.

/** The open window with its session, answers and draft; undefined where no window is open. */
export async function findOpenSurvey(
  db: Db,
  { clinicId, patientId }: PatientKey,
  today: IsoDate,
): Promise<(OpenWindow & (SessionRow | NoSession)) | undefined> {
  const { rows } = await sql<OpenWindow & (SessionRow | NoSession)>`
    SELECT w.id AS window_id, w.type AS window_type, w.label, w.end_date, s.*, d.*, ${newestConsentOf(sql`w`)} AS consent
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
 * The session of the latest window that has one, with its answers, locked until the transaction ends. Both statements travel
 * together. Where another request holds the lock, the second one begins after its end and sees all that it wrote.
 */
export async function lockLatestSession(
  db: Db,
  { clinicId, patientId }: PatientKey,
): Promise<SessionRow | undefined> {
  // Windows never overlap, and a session lies in the window of its last update: the latest update is in the latest window.
  const latest = sql`FROM survey_sessions s
    WHERE s.clinic_id = ${clinicId} AND s.patient_id = ${patientId} AND s.window_id IS NOT NULL
    ORDER BY s.updated_at DESC LIMIT 1`;
  const lock = sql<{ id: string }>`SELECT s.id ${latest} FOR UPDATE`;
  const read = sql<SessionRow>`
    SELECT s.window_type, ${sessionColumns}, ${newestConsentOf(sql`s`)} AS consent, (
      SELECT w.end_date FROM survey_windows w WHERE w.clinic_id = s.clinic_id AND w.id = s.window_id
    ) AS end_date ${latest}`;
  const [{ rows: locked }, { rows }] = await Promise.all([lock.execute(db), read.execute(db)]);
  // Its windows were changed meanwhile, and another session is the latest one now.
  if (locked[0]?.id !== rows[0]?.session_id) throw new AppError('unavailable');
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

/** Starts the session of a window (R25); false where another request was faster, because a window has one session. */
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

/** Gender and birth date of a patient, which choose the norms. */
export async function findPerson(db: Db, { clinicId, patientId }: PatientKey) {
  return db
    .selectFrom('patients')
    .select(['id', 'gender', 'birth_date_encrypted'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow();
}
