import type { FastifyRequest } from 'fastify';
import type { CallName } from '../../contract/calls.ts';
import { recentRefusals } from '../audit/count-refusals.ts';
import { appendAudit } from '../audit/queries.ts';
import { cookieNames } from '../http/cookies.ts';
import { findSession } from './queries.ts';
import { clinicOfAccessToken, hashToken } from './tokens.ts';
import { singleStatement, withTenant } from '../db/transaction.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { Services } from '../services.ts';
import { AppError } from '../app-error.ts';
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

/** The user of the access token (R31). Throws if the role may not make the call. */
export async function admitUser(
  name: CallName,
  access: readonly string[],
  facts: RequestFacts,
  services: Services,
): Promise<User> {
  const user = await signedInUser(facts, services);
  if (access.includes(user.role)) return user;
  const refusal = new AppError('forbidden');
  await auditRefusal(services, user, facts, { name, params: undefined, refusal });
  throw refusal;
}

// Reads session and account on every request, so that a closed account is refused at once.
async function signedInUser({ cookies }: RequestFacts, { pool }: Services): Promise<User> {
  const token = cookies.access;
  const clinicId = token === undefined ? undefined : clinicOfAccessToken(token);
  if (token === undefined || clinicId === undefined) throw new AppError('token_expired');
  const session = await singleStatement(pool, (db) => findSession(db, clinicId, hashToken(token)));
  if (!session?.usable) throw new AppError('token_expired');
  return {
    sessionId: session.session_id,
    clinicId,
    role: session.role,
    userId: session.user_id,
    username: session.username,
  };
}

// The audit trail holds refusals of a right. A wrong entry in a form is not one of them.
const written: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['forbidden', 'not_found', 'patient_moved']);

type Refused = { name: CallName; params: unknown; refusal: unknown };

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
