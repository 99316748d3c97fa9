import { appendAudit } from '../audit/queries.ts';
import type { Handler, User } from '../http/context.ts';
import type { Owner } from './owner.ts';
import * as queries from './queries.ts';

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
