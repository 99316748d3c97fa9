import type { FastifyRequest } from 'fastify';
import type { Access } from '../../contract/endpoints.ts';
import { recentRefusals } from '../audit/count-refusals.ts';
import { appendAudit } from '../audit/queries.ts';
import { cookieNames } from '../http/cookies.ts';
import { findSession } from './queries.ts';
import type { AccessToken } from './tokens.ts';
import { type Db, withTenant } from '../database/transaction.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Services } from '../services.ts';
import { AppError } from '../settings/app-error.ts';
import type { RequestFacts, User } from '../http/context.ts';

/** The facts of a request that handlers and audit trail may use. */
export function factsOf(request: FastifyRequest, { publicOrigin }: Services): RequestFacts {
  const names = cookieNames(publicOrigin);
  const { [names.access]: access, [names.refresh]: refresh, [names.device]: device } = request.cookies;
  const { id, headers } = request;
  return {
    id,
    address: addressOf(request),
    userAgent: headers['user-agent'],
    cookies: { access, refresh, device },
  };
}

// A client that has dropped its connection has no address any more, whatever the type says. Its calls count as those of
// one address.
function addressOf({ ip }: { ip: string | undefined }): string {
  return ip ?? 'unknown';
}

type Signed = { token: AccessToken | null; user: User | null };

/**
 * Finds the user of the access token, who must have a role of `access` (R31). An ended session and a closed account are
 * refused at once. The request gets the user before the role is checked, because the trail names the user of a refusal.
 */
export async function admitUser(
  db: Db,
  request: Signed,
  access: Access,
): Promise<{ user: User; contentState: string | null }> {
  const { token } = request;
  const session = token && (await findSession(db, token.clinicId, token.hash));
  if (!token || !session?.usable) throw new AppError('token_expired');
  const { session_id: sessionId, role, user_id: userId, username, content_state: contentState } = session;
  const user = { sessionId, clinicId: token.clinicId, role, userId, username };
  request.user = user;
  if (!access.includes(role)) throw new AppError('forbidden');
  return { user, contentState };
}

// The audit trail holds refusals of a right. A wrong entry in a form is not one of them.
const written: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['forbidden', 'not_found', 'patient_moved']);

type Refused = { name: string; params: unknown; refusal: unknown };

/**
 * Writes an audit row about the refusal of a signed-in user (R64): the call, the reason and the requested id. Further
 * refusals within a minute are counted.
 */
export async function auditRefusal(
  services: Services,
  user: User,
  facts: RequestFacts,
  { name, params, refusal }: Refused,
): Promise<void> {
  if (!(refusal instanceof AppError) || !written.has(refusal.code)) return;
  const id = typeof params === 'object' && params !== null && 'id' in params ? ` ${String(params.id)}` : '';
  const entry = { action: 'call_refused', result: 'refused' } as const;
  const { clinicId, userId: whose } = user;
  const further = { clinicId, actor: user, whose, entry, request: facts };
  if (!recentRefusals(services).isFirst(further, services.now())) return;
  const objectId = `${refusal.code} ${name}${id}`;
  await withTenant(services.pool, clinicId, (db) => appendAudit(db, user, facts, { ...entry, objectId }));
}
