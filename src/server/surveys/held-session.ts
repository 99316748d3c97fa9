import type { PatientKey } from '../database/row-keys.ts';
import { believe, isBelieving } from '../database/transaction.ts';
import { AppError } from '../settings/app-error.ts';
import { appendAudit } from '../audit/queries.ts';
import { createMemory, type Memory } from '../bulk/memory.ts';
import { mayBeAsked, requireConsent } from '../consent/in-force.ts';
import type { UserContext } from '../http/context.ts';
import type { Services } from '../services.ts';
import { findOpenSurvey, insertSession, isAsKnown, isLockedAsKnown } from './session-queries.ts';
import { lockSession, newSession, readSession, type SurveySession } from './survey-session.ts';

// A patient who turns pages needs the session of the last page turn again. The process keeps it and goes on with it at once,
// while the database says whether it is still the stored one (record 155).

const MOST_SESSIONS = 1000;
const sessions = new WeakMap<Services['pool'], Memory<SurveySession>>();

function keptSessions({ pool }: Pick<Services, 'pool'>): Memory<SurveySession> {
  const kept = sessions.get(pool) ?? createMemory<SurveySession>(MOST_SESSIONS);
  sessions.set(pool, kept);
  return kept;
}

export function patientOf({ user }: Pick<UserContext, 'user'>): PatientKey {
  return { clinicId: user.clinicId, patientId: user.userId };
}

/** Keeps a session as it is stored, for the next call of the patient. */
export function keepSession({ services, user }: UserContext, session: SurveySession): SurveySession {
  keptSessions(services).set(user.userId, session);
  return session;
}

/**
 * The kept session of the patient, while its window is open and the consent that was read with it is in force. Windows never
 * overlap, so no later session can take answers meanwhile.
 */
function knownSession({ services, user }: UserContext): SurveySession | undefined {
  const kept = keptSessions(services).get(user.userId);
  const today = services.today();
  const isOpen = kept && kept.start <= today && today <= kept.end;
  return isOpen && mayBeAsked(services, kept.consent ?? undefined) ? kept : undefined;
}

/**
 * The session that takes answers; refuses a patient who may not be asked. It is locked, or the process knows it. Then the
 * work lets the database confirm it: by `sendPage`, or by `confirmSession`.
 */
export async function latestSession(context: UserContext): Promise<SurveySession> {
  const { db, services, user } = context;
  const known = knownSession(context);
  if (known && isBelieving(db)) return known;
  const row = await lockSession(db, patientOf(context));
  await requireConsent(context, row);
  if (!row) throw new AppError('window_closed');
  return keepSession(context, await readSession(db, services, user.clinicId, row));
}

/** Lets the database confirm a known session, and locks it. */
export function confirmSession({ db }: UserContext, session: SurveySession): void {
  believe(db, isLockedAsKnown(session));
}

/** A session and what its patient entered on the current page and did not send. */
export type OpenSession = { session: SurveySession; draft: Buffer | null };

/** The session of the open window, begun if needed; null where no window is open. */
export async function openSession(context: UserContext): Promise<OpenSession | null> {
  const { db, services, user } = context;
  const known = knownSession(context);
  if (known && believe(db, isAsKnown(known))) return { session: known, draft: null };
  const row = await startedSurvey(context);
  if (row?.session_id == null) return null;
  const session = keepSession(context, await readSession(db, services, user.clinicId, row));
  return { session, draft: row.draft_page === session.pages.length + 1 ? row.draft : null };
}

async function startedSurvey(context: UserContext) {
  const { db, services, user, request } = context;
  const patient = patientOf(context);
  const row = await askedSurvey(context);
  if (!row || row.session_id !== null) return row;
  const session = newSession(services, row);
  // Both travel together.
  const [isNew, begun] = await Promise.all([insertSession(db, patient, session), askedSurvey(context)]);
  if (isNew) {
    const entry = { patientId: patient.patientId, objectId: session.sessionId };
    await appendAudit(db, user, request, { action: 'survey_started', ...entry });
  }
  return begun;
}

async function askedSurvey(context: UserContext) {
  const { db, services } = context;
  const row = await findOpenSurvey(db, patientOf(context), services.today());
  await requireConsent(context, row);
  return row;
}
