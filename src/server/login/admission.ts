import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { CallName } from '../../contract/calls.ts';
import { recentRefusals } from '../audit/count-refusals.ts';
import { appendAudit } from '../audit/queries.ts';
import { cookieNames } from '../http/cookies.ts';
import { expectedSession, findSession, type FoundSession, sessionStatement } from './queries.ts';
import { clinicOfAccessToken, hashToken } from './tokens.ts';
import { type Admission, withTenant } from '../database/transaction.ts';
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

// The users of the latest access tokens. A token never changes its user. What it may do is asked anew at every call.
const usersOfTokens = new WeakMap<Services['pool'], Map<string, User>>();
const MOST_TOKENS = 20_000;

function knownTokens({ pool }: Pick<Services, 'pool'>): Map<string, User> {
  const known = usersOfTokens.get(pool) ?? new Map<string, User>();
  usersOfTokens.set(pool, known);
  return known;
}

/**
 * The user of the access token (R31). Throws if the role may not make the call. A token that an earlier call has shown
 * is not asked about yet: `admissionOf` does so where the call begins its transaction. An upload is asked about at once,
 * before its file is read.
 */
export async function admitUser(
  name: CallName,
  { access, upload }: { access: readonly string[]; upload?: unknown },
  facts: RequestFacts,
  services: Services,
): Promise<User> {
  const token = tokenOf(facts);
  const known = upload ? undefined : knownTokens(services).get(token.hash.toString('base64'));
  if (known && access.includes(known.role)) return known;
  const user = await signedInUser(token, services);
  if (access.includes(user.role)) return user;
  const refusal = new AppError('forbidden');
  await auditRefusal(services, user, facts, { name, params: undefined, refusal });
  throw refusal;
}

type Token = { clinicId: string; hash: Buffer };

function tokenOf({ cookies }: RequestFacts): Token {
  const { access } = cookies;
  const clinicId = access === undefined ? undefined : clinicOfAccessToken(access);
  if (access === undefined || clinicId === undefined) throw new AppError('token_expired');
  return { clinicId, hash: hashToken(access) };
}

async function signedInUser({ clinicId, hash }: Token, services: Services): Promise<User> {
  const session = await withTenant(services.pool, clinicId, (db) => findSession(db, clinicId, hash));
  if (!session?.usable) throw new AppError('token_expired');
  const user = userOf(clinicId, session);
  const known = knownTokens(services);
  const [oldest] = known.keys();
  if (known.size >= MOST_TOKENS && oldest !== undefined) known.delete(oldest);
  known.set(hash.toString('base64'), user);
  return user;
}

function userOf(clinicId: string, session: FoundSession): User {
  const { session_id: sessionId, role, user_id: userId, username } = session;
  return { sessionId, clinicId, role, userId, username };
}

/**
 * Asks for session and account in the transaction of the call, so that an ended session and a closed account are refused
 * at once (R31). A user with a new name is refused as well; the browser comes again with a new token.
 */
export function admissionOf(user: User, facts: RequestFacts, services: Services): Admission<FoundSession> {
  const { clinicId, hash } = tokenOf(facts);
  return {
    expected: expectedSession(clinicId, hash, user),
    statement: sessionStatement(clinicId, hash),
    decide: ([session]) => {
      if (session?.usable && isDeepStrictEqual(userOf(clinicId, session), user)) return;
      knownTokens(services).delete(hash.toString('base64'));
      throw new AppError('token_expired');
    },
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
