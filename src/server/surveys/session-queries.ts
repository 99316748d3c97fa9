import { type RawBuilder, sql } from 'kysely';
import type { Consent } from '../../domain/consent.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { WindowType } from '../../domain/window-types.ts';
import { packFields, packRecords, unpackFields, unpackRecords } from '../bulk/packed-text.ts';
import type { PatientKey, SessionKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';
import type { Version } from '../instruments/registry-queries.ts';

/** The part of the newest consent that decides whether the patient may be asked; null where there is no consent. */
export type NewestConsent = Pick<Consent, 'version' | 'withdrawn_at'> | null;

/** An answer as the table holds it. `encrypted` is hexadecimal. */
export type StoredAnswer = { page: number; id: string; type: string; encrypted: string };

/** A survey session with its window and all its answers. */
export type SessionRow = {
  window_type: WindowType;
  start_date: IsoDate;
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
  /** Changes with every change of the row. */
  version: string;
  /** In the order of the pages and of the items on them. */
  answers: readonly StoredAnswer[];
  consent: NewestConsent;
};

export type WindowRow = {
  window_id: string;
  window_type: WindowType;
  label: string;
  start_date: IsoDate;
  end_date: IsoDate;
};

type OpenWindow = WindowRow & {
  draft_page: number | null;
  draft: Buffer | null;
  consent: NewestConsent;
};
type NoSession = { [Key in Exclude<keyof SessionRow, keyof OpenWindow | 'answers'>]: null } & {
  answers: readonly StoredAnswer[];
};
/** A row as its statement gives it. */
type Packed<Row> = Row extends unknown ? Omit<Row, 'answers'> & { answers: string | null } : never;

const answers = packRecords(
  packFields('a.page_number', 'a.item_id', 'a.item_type', `encode(a.encrypted, 'hex')`),
  'a.page_number, a.position',
);
// Answers never change, so the answers of a known version of the session are known as well. The time of the last update
// tells apart rows that two servers wrote under one number, one of them after a failover.
export const sessionVersion = sql`s.xmin::text || ' ' || s.updated_at`;
const sessionColumns = sql`s.id AS session_id, s.patient_id, s.started_at, s.seed, s.protocol_id, s.protocol_version, s.instruments, s.page_count,
  s.finished_at IS NOT NULL AS finished, ${sessionVersion} AS version,
  (SELECT ${answers} FROM answers a WHERE a.clinic_id = s.clinic_id AND a.session_id = s.id) AS answers`;

const newestConsentOf = (row: RawBuilder<unknown>) => sql<NewestConsent>`(
    SELECT jsonb_build_object('version', c.version, 'withdrawn_at', c.withdrawn_at) FROM study_consents c
    WHERE c.clinic_id = ${row}.clinic_id AND c.patient_id = ${row}.patient_id ORDER BY c.given_at DESC LIMIT 1
  )`;
/** The newest consent of the patient of a row, by the name of the row in its statement. */
export const newestConsent = { s: newestConsentOf(sql`s`), w: newestConsentOf(sql`w`) };

/** True where a consent of the database is this one. */
export function isConsent(stored: RawBuilder<unknown>, consent: NewestConsent): RawBuilder<boolean> {
  return sql`${stored} IS NOT DISTINCT FROM ${consent === null ? null : JSON.stringify(consent)}::jsonb`;
}

function unpackAnswers(text: string | null): StoredAnswer[] {
  return unpackRecords(text).map((record) => {
    const [page, id = '', type = '', encrypted = ''] = unpackFields(record);
    return { page: Number(page), id, type, encrypted };
  });
}

// Each look-up is LATERAL with LIMIT 1: PostgreSQL must then follow the key. Left to choose while a table is new and
// empty, it plans to read all sessions of the clinic, and keeps to that plan.

type OpenSurvey = OpenWindow & (SessionRow | NoSession);
type OpenRow = Packed<OpenSurvey>;

/** The open window with its session, answers and draft. */
function openSurvey({ clinicId, patientId }: PatientKey, today: IsoDate): RawBuilder<OpenRow> {
  return sql`
    SELECT w.id AS window_id, w.type AS window_type, w.label, w.start_date, w.end_date, s.*, d.*, ${newestConsent.w} AS consent
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
    ORDER BY w.start_date LIMIT 1`;
}

/** What a process knows of a session. */
export type KnownSession = {
  readonly key: SessionKey;
  /** The days of its window. Answers are accepted until the last one. */
  readonly start: IsoDate;
  readonly end: IsoDate;
  /** The version of the stored row. */
  readonly version: string;
  /** The newest consent when the row was read. */
  readonly consent: NewestConsent;
};

/** True while a session, its window and the newest consent are as known, and there is no draft. */
export function isAsKnown(known: KnownSession): RawBuilder<boolean> {
  const { clinicId, sessionId } = known.key;
  return sql`EXISTS (${asKnown(known)}) AND NOT EXISTS (
    SELECT FROM drafts WHERE clinic_id = ${clinicId} AND session_id = ${sessionId}
  )`;
}

/** Locks a session. True while it, its window and the newest consent are as known. */
export function isLockedAsKnown(known: KnownSession): RawBuilder<boolean> {
  return sql`EXISTS (${asKnown(known)} FOR UPDATE)`;
}

const asKnown = ({ key, version, start, end, consent }: KnownSession) => sql`
  SELECT FROM survey_sessions s
  WHERE s.clinic_id = ${key.clinicId} AND s.id = ${key.sessionId} AND ${sessionVersion} = ${version}
    AND ${hasDays(start, end)} AND ${isConsent(newestConsent.s, consent)}`;

/** True where the window of a session has these days. */
export function hasDays(start: IsoDate, end: IsoDate): RawBuilder<boolean> {
  return sql`EXISTS (
    SELECT FROM survey_windows w WHERE w.clinic_id = s.clinic_id AND w.id = s.window_id
      AND w.start_date = ${start}::date AND w.end_date = ${end}::date
  )`;
}

/** The open window with its session, answers and draft; undefined where no window is open. */
export async function findOpenSurvey(
  db: Db,
  patient: PatientKey,
  today: IsoDate,
): Promise<OpenSurvey | undefined> {
  const [row] = (await openSurvey(patient, today).execute(db)).rows;
  return row && { ...row, answers: unpackAnswers(row.answers) };
}

/**
 * Locks and reads the session of the latest window that has one, with its answers. Where another transaction held the lock,
 * the answers may be older than the session, because PostgreSQL reads only the locked row again. `page_count` shows it, and
 * the caller asks again.
 */
function latestSession({ clinicId, patientId }: PatientKey): RawBuilder<Packed<SessionRow>> {
  // Windows never overlap, and a session lies in the window of its last update: the latest update is in the latest window.
  return sql`
    SELECT s.window_type, w.start_date, w.end_date, ${sessionColumns}, ${newestConsent.s} AS consent
    FROM survey_sessions s
    LEFT JOIN LATERAL (
      SELECT start_date, end_date FROM survey_windows w WHERE w.clinic_id = s.clinic_id AND w.id = s.window_id LIMIT 1
    ) w ON true
    WHERE s.clinic_id = ${clinicId} AND s.patient_id = ${patientId} AND s.window_id IS NOT NULL
    ORDER BY s.updated_at DESC LIMIT 1
    FOR UPDATE OF s`;
}

/** Locks and reads that session with its answers; undefined where there is none. */
export async function lockLatestSession(db: Db, patient: PatientKey): Promise<SessionRow | undefined> {
  const [row] = (await latestSession(patient).execute(db)).rows;
  return row && { ...row, answers: unpackAnswers(row.answers) };
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

/** What decides about the norms of a patient who exists. */
export async function findPerson(db: Db, { clinicId, patientId }: PatientKey) {
  return db
    .selectFrom('patients')
    .select(['id', 'gender', 'birth_date_encrypted'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow();
}
