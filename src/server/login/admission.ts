import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { CallName } from '../../contract/calls.ts';
import { recentRefusals } from '../audit/count-refusals.ts';
import { appendAudit } from '../audit/queries.ts';
import { cookieNames } from '../http/cookies.ts';
import { findSession } from './queries.ts';
import { clinicOfAccessToken, hashToken } from './tokens.ts';
import { type Db, singleStatement, withTenant } from '../database/transaction.ts';
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

/**
 * The user of the access token (R31). Throws if the role may not make the call. This comes before the body is read;
 * `requireSession` asks again where the call begins its transaction.
 */
export async function admitUser(
  name: CallName,
  access: readonly string[],
  facts: RequestFacts,
  services: Services,
): Promise<User> {
  const token = tokenOf(facts);
  const user = await singleStatement(services.pool, (db) => signedInUser(db, token));
  if (access.includes(user.role)) return user;
  const refusal = new AppError('forbidden');
  await auditRefusal(services, user, facts, { name, params: undefined, refusal });
  throw refusal;
}

/**
 * Asks for session and account in the transaction of the call, so that an ended session and a closed account are refused
 * at once (R31). A user with a new name is refused as well; the browser comes again with a new token.
 */
export async function requireSession(db: Db, user: User, facts: RequestFacts): Promise<void> {
  if (!isDeepStrictEqual(await signedInUser(db, tokenOf(facts)), user)) throw new AppError('token_expired');
}

type Token = { clinicId: string; hash: Buffer };

function tokenOf({ cookies }: RequestFacts): Token {
  const { access } = cookies;
  const clinicId = access === undefined ? undefined : clinicOfAccessToken(access);
  if (access === undefined || clinicId === undefined) throw new AppError('token_expired');
  return { clinicId, hash: hashToken(access) };
}

async function signedInUser(db: Db, { clinicId, hash }: Token): Promise<User> {
  const session = await findSession(db, clinicId, hash);
  if (!session?.usable) throw new AppError('token_expired');
  const { session_id: sessionId, role, user_id: userId, username } = session;
  return { sessionId, clinicId, role, userId, username };
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
