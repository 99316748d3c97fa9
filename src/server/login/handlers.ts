import { appendAudit } from '../audit/queries.ts';
import { withTenant, type Db } from '../database/transaction.ts';
import { AppError } from '../settings/app-error.ts';
import type { Handler, PublicContext, RequestFacts, User } from '../http/context.ts';
import type { Services } from '../services.ts';
import { logIn } from './login.ts';
import { recentNotices } from './limit-queries.ts';
import type { Owner } from './owner-queries.ts';
import * as queries from './queries.ts';
import { createQueues } from '../work/queue.ts';
import { sessionLengths } from './session-lengths.ts';
import {
  deriveTokens,
  hashToken,
  isGenuine,
  presentedAccess,
  presentedToken,
  tokenSource,
  type AccessToken,
  type RefreshToken,
} from './tokens.ts';

export const loginPatient: Handler<'loginPatient'> = ({ body }, context) => logIn('patient', body, context);
export const loginClinician: Handler<'loginClinician'> = ({ body }, context) =>
  logIn('clinician', body, context);
export const loginAdmin: Handler<'loginAdmin'> = ({ body }, context) => logIn('admin', body, context);

// Two uses of one session lock the same row, so the second one waits without a connection (product 12.3).
const ofOneSession = createQueues({ mostRunning: 1, mostWaiting: 30 });

const SAME_TOKENS_FOR = 60;
const OLD_TOKEN_ACCEPTED_FOR = 30;

/**
 * Renews the tokens of a session (R38). The row lock decides between three results: the same tokens again, the next
 * generation, or the end of the session.
 */
export const refreshSession: Handler<'refreshSession'> = async (_input, context) => {
  const { services, request, reply } = context;
  const token = presentedToken(request.cookies.refresh);
  const refreshed =
    token &&
    (await ofOneSession(token.sessionId, () =>
      withTenant(services.pool, token.clinicId, (db) => renewTokens(db, token, context)),
    ));
  if (!refreshed) {
    reply.clearSession();
    throw new AppError('refresh_failed');
  }
  reply.setSession(refreshed.tokens);
  return { session_expires: refreshed.expires };
};

async function renewTokens(db: Db, token: RefreshToken, { services, request }: PublicContext) {
  const { clinicId, sessionId } = token;
  const row = await queries.lockSession(db, clinicId, sessionId);
  if (!row?.alive) return undefined;
  const session = tokenSource(token, row);
  if (!isGenuine(services.keys, session, token)) return undefined;
  const { idleMinutes, accessMinutes } = sessionLengths(services, row.role);
  const age = row.seconds_since_rotation;
  const isCurrent = token.generation === row.generation;
  const isPrevious = token.generation === row.generation - 1;
  if ((isCurrent && age < SAME_TOKENS_FOR) || (isPrevious && age < OLD_TOKEN_ACCEPTED_FOR)) {
    const expires = await queries.prolongSession(db, clinicId, sessionId, idleMinutes);
    return { tokens: deriveTokens(services.keys, session, row.generation), expires };
  }
  if (!isCurrent) {
    await queries.endSession(db, clinicId, sessionId);
    await appendAudit(db, { userId: row.user_id, role: row.role }, request, {
      action: 'session_family_revoked',
      result: 'refused',
    });
    return undefined;
  }
  const generation = row.generation + 1;
  const tokens = deriveTokens(services.keys, session, generation);
  const expires = await queries.prolongSession(db, clinicId, sessionId, idleMinutes, {
    generation,
    accessHash: hashToken(tokens.access),
    accessMinutes,
  });
  return { tokens, expires };
}

/** Ends the session of either cookie. A logout without a session is no error (R35). */
export const logout: Handler<'logout'> = async (_input, { services, request, reply }) => {
  const refresh = presentedToken(request.cookies.refresh);
  const access = presentedAccess(request.cookies.access);
  const hasEnded =
    refresh !== undefined &&
    (await ofOneSession(refresh.sessionId, () => endSessionOf(refresh, services, request)));
  if (!hasEnded && access !== undefined)
    await ofOneSession(access.line, () => endSessionOfAccess(access, services, request));
  // This comes last: if ending the session fails, the session may still live, and the answer must leave its cookies
  // (R33).
  reply.clearSession();
  return null;
};

async function endSessionOf(
  token: RefreshToken,
  services: Services,
  request: RequestFacts,
): Promise<boolean> {
  return withTenant(services.pool, token.clinicId, async (db) => {
    const row = await queries.lockSession(db, token.clinicId, token.sessionId);
    if (!row?.alive || !isGenuine(services.keys, tokenSource(token, row), token)) return false;
    await queries.endSession(db, token.clinicId, token.sessionId);
    await appendAudit(db, { userId: row.user_id, role: row.role }, request, { action: 'logout' });
    return true;
  });
}

// Without the refresh cookie, the access token would open the session for minutes more.
async function endSessionOfAccess(
  { clinicId, hash }: AccessToken,
  services: Services,
  request: RequestFacts,
): Promise<void> {
  await withTenant(services.pool, clinicId, async (db) => {
    const session = await queries.findSession(db, clinicId, hash);
    if (!session?.usable) return;
    await queries.endSession(db, clinicId, session.session_id);
    await appendAudit(db, { userId: session.user_id, role: session.role }, request, { action: 'logout' });
  });
}

function ownerOf({ role, userId }: User): Owner {
  return role === 'patient' ? { patientId: userId } : { accountId: userId };
}

/** The browsers with a session of the signed-in user, this one first (R74). */
export const listSessions: Handler<'listSessions'> = async (_input, { db, user }) => {
  const rows = await queries.liveSessions(db, user.clinicId, ownerOf(user));
  const sessions = rows.map(({ id, ...times }) => ({ ...times, is_this: id === user.sessionId }));
  return { sessions: sessions.toSorted((a, b) => Number(b.is_this) - Number(a.is_this)) };
};

/** Ends all other sessions of the signed-in user at once. */
export const endOtherSessions: Handler<'endOtherSessions'> = async (_input, { db, user, request }) => {
  await queries.endOtherSessions(db, user.clinicId, ownerOf(user), user.sessionId);
  await appendAudit(db, user, request, { action: 'sessions_ended' });
  return {};
};

/** The notices of attacks on the logins of the admin's clinic (R50). */
export const listNotices: Handler<'listNotices'> = async (_input, { db, user }) => ({
  notices: await recentNotices(db, user.clinicId),
});
