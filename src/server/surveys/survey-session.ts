import { randomBytes, randomUUID } from 'node:crypto';
import type { Answer, ItemType } from '../../domain/answer-types.ts';
import { protocolWindow } from '../../domain/protocol.ts';
import type { WindowType } from '../../domain/window-types.ts';
import type { StoredPage, SurveyPlan } from '../../domain/survey-plan.ts';
import type { Db } from '../database/transaction.ts';
import { recallAnswer } from '../keys/answer-cells.ts';
import type { Keys } from '../keys/keys.ts';
import type { Services } from '../services.ts';
import type { PatientKey, SessionKey } from '../database/row-keys.ts';
import * as queries from './session-queries.ts';
import { carriedPriors } from './carried-priors.ts';
import type { NewSession, SessionRow, WindowRow } from './session-queries.ts';
import type { Version } from '../instruments/registry-queries.ts';

/** A survey session as the flow sees it: its plan and the pages that were answered. */
export type SurveySession = queries.KnownSession & {
  readonly plan: SurveyPlan;
  readonly pages: readonly StoredPage[];
  /** The last question is answered. A page of help may follow. */
  readonly finished: boolean;
};

/** The columns that fix the questions of a session. */
export type Pinned = Pick<
  SessionRow,
  'seed' | 'protocol_id' | 'protocol_version' | 'instruments' | 'window_type'
>;

/** The plan of a session from the versions it is pinned to. */
export async function pinnedPlan(
  db: Db,
  { registry }: Pick<Services, 'registry'>,
  row: Pinned,
): Promise<SurveyPlan> {
  const version = { id: row.protocol_id, version: row.protocol_version };
  const { condition_severity, crisis_events, parts, skips } = await registry.pinnedProtocol(db, version);
  return {
    seed: row.seed,
    protocol_version: row.protocol_version,
    instruments: await registry.pinnedInstruments(db, row.instruments),
    context: { window_type: row.window_type },
    condition_severity,
    crisis_events,
    parts,
    skips,
  };
}

/** Reads a stored session: pinned instruments, pages in order, answers decrypted. */
export async function readSession(
  db: Db,
  services: Services,
  clinicId: string,
  row: SessionRow,
): Promise<SurveySession> {
  const key = { clinicId, sessionId: row.session_id };
  const pinned = await pinnedPlan(db, services, row);
  const { instruments, context } = pinned;
  const patient = { clinicId, patientId: row.patient_id };
  const carrying = { instruments, window: context.window_type, at: row.started_at };
  const plan = { ...pinned, priors: await carriedPriors(db, services.keys, patient, carrying) };
  const pages = storedPages(services.keys, key, row);
  return {
    key,
    plan,
    pages,
    finished: row.finished,
    start: row.start_date,
    end: row.end_date,
    version: row.version,
    consent: row.consent,
  };
}

function storedPages(
  keys: Keys,
  session: SessionKey,
  { answers, page_count }: Pick<SessionRow, 'answers' | 'page_count'>,
): StoredPage[] {
  const lists = Array.from({ length: page_count }, (): Answer[] => []);
  for (const { page, id, type, encrypted } of answers) {
    // The survey flow checked the type before it was stored.
    const value = recallAnswer(keys, session, { id, type: type as ItemType, encrypted });
    // The survey flow uses neither label nor time.
    lists[page - 1]?.push({ id, value, label: '', time_taken: 0, optionalQuestion: false });
  }
  return lists.map((answers, index) => ({ number: index + 1, answers }));
}

/** The session of the latest window that has one, locked until the transaction ends; undefined where there is none. */
export async function lockSession(db: Db, patient: PatientKey): Promise<SessionRow | undefined> {
  const row = await queries.lockLatestSession(db, patient);
  // Another request may have held the lock. Now that we have it, a second look sees all that the other one wrote.
  return row && isConsistent(row) ? row : queries.lockLatestSession(db, patient);
}

function isConsistent({ answers, page_count: count }: SessionRow): boolean {
  return (answers.at(-1)?.page ?? 0) === count;
}

/** A new session, pinned to the versions in force and to a seed of its own. */
export function newSession({ registry, now, drawSeed }: Services, window: WindowRow): NewSession {
  const { instruments } = planInForce(registry, window.window_type);
  return {
    sessionId: randomUUID(),
    window,
    protocol: versionOf(registry.protocol),
    instruments: instruments.map(versionOf),
    seed: drawSeed(),
    at: moment(now()),
  };
}

/** The questions of a survey that has not begun. */
export function planInForce({ protocol, instruments }: Services['registry'], type: WindowType) {
  const ids = protocolWindow(protocol, type)?.instruments ?? [];
  return {
    instruments: ids.flatMap((id) => instruments.get(id) ?? []),
    context: { window_type: type },
    parts: protocol.parts,
    skips: protocol.skips,
  };
}

function versionOf({ id, version }: Version): Version {
  return { id, version };
}

/** A seed that cannot be guessed. */
export const randomSeed = () => randomBytes(16).toString('hex');

/** A moment (epoch milliseconds) as it is stored. */
export function moment(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
