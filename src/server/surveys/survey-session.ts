import { randomBytes, randomUUID } from 'node:crypto';
import type { Answer } from '../../domain/answer-types.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { moment } from '../../domain/today.ts';
import { protocolWindow } from '../../domain/protocol.ts';
import type { WindowType } from '../../domain/window-types.ts';
import type { StoredPage, SurveyPlan } from '../../domain/survey-plan.ts';
import type { Db } from '../database/transaction.ts';
import { AppError } from '../settings/app-error.ts';
import { appendAudit } from '../audit/queries.ts';
import { requireConsent } from '../consent/in-force.ts';
import type { UserContext } from '../http/context.ts';
import { openAnswer } from '../keys/answer-cells.ts';
import type { Keys } from '../keys/keys.ts';
import type { Services } from '../services.ts';
import type { PatientKey, SessionKey } from '../database/row-keys.ts';
import * as queries from './session-queries.ts';
import { carriedPriors } from './carried-priors.ts';
import type { NewSession, SessionRow, WindowRow } from './session-queries.ts';
import type { Version } from '../instruments/registry-queries.ts';
import { pinnedPlan } from './pinned-plan.ts';

/** A survey session as the flow sees it: its plan and the pages that were answered. */
export type SurveySession = {
  readonly key: SessionKey;
  /** The last day of its window. Answers are accepted until then. */
  readonly end: IsoDate;
  readonly plan: SurveyPlan;
  readonly pages: readonly StoredPage[];
  /** The last question is answered. A page of help may follow. */
  readonly finished: boolean;
};

export function patientOf({ user }: Pick<UserContext, 'user'>): PatientKey {
  return { clinicId: user.clinicId, patientId: user.userId };
}

/** A session and what its patient entered on the current page and did not send. */
type OpenSession = { session: SurveySession; draft: Buffer | null };

/** The session of the open window, begun if needed; null where no window is open. */
export async function openSession(context: UserContext): Promise<OpenSession | null> {
  const { db, services, user } = context;
  const row = await startedSurvey(context);
  if (row?.session_id == null) return null;
  const session = await readSession(db, services, user.clinicId, row);
  return { session, draft: row.draft_page === session.pages.length + 1 ? row.draft : null };
}

async function startedSurvey(context: UserContext) {
  const { db, services, user, request } = context;
  const patient = patientOf(context);
  const row = await askedSurvey(context);
  if (!row || row.session_id !== null) return row;
  const session = newSession(services, row);
  if (await queries.insertSession(db, patient, session)) {
    const entry = { patientId: patient.patientId, objectId: session.sessionId };
    await appendAudit(db, user, request, { action: 'survey_started', ...entry });
  }
  return askedSurvey(context);
}

async function askedSurvey(context: UserContext) {
  const { db, services } = context;
  const row = await queries.findOpenSurvey(db, patientOf(context), services.today());
  await requireConsent(context, row);
  return row;
}

/** The session that takes answers, locked until the transaction ends; refuses a patient who may not be asked. */
export async function lockSession(context: UserContext): Promise<SurveySession> {
  const { db, services, user } = context;
  const row = await queries.lockLatestSession(db, patientOf(context));
  await requireConsent(context, row);
  if (!row) throw new AppError('window_closed');
  return readSession(db, services, user.clinicId, row);
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
  return {
    key,
    plan,
    pages: storedPages(services.keys, key, row),
    finished: row.finished,
    end: row.end_date,
  };
}

function storedPages(
  keys: Keys,
  session: SessionKey,
  { answers, page_count }: Pick<SessionRow, 'answers' | 'page_count'>,
): StoredPage[] {
  const lists = Array.from({ length: page_count }, (): Answer[] => []);
  for (const { page, encrypted, ...row } of answers ?? []) {
    // The survey flow uses neither label nor time.
    const { value } = openAnswer(keys, session, { ...row, encrypted: Buffer.from(encrypted, 'hex') });
    lists[page - 1]?.push({ id: row.item_id, value, label: '', time_taken: 0, optionalQuestion: false });
  }
  return lists.map((answers, index) => ({ number: index + 1, answers }));
}

/** A new session, pinned to the versions in force and to a seed of its own. */
function newSession({ registry, now, drawSeed }: Services, window: WindowRow): NewSession {
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
