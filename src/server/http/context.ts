import type { AnswerInput, Body, Params, RouteName, Routes } from '../../contract/routes.ts';
import type { UserType } from '../../contract/accounts.ts';
import type { Db } from '../database/transaction.ts';
import type { Turn } from '../print/typeset.ts';
import type { Services } from '../services.ts';
import type { SessionCookies } from './cookies.ts';

/** The user of a live session. Clinic, role and id come from the session row only (R11). */
export type User = {
  sessionId: string;
  clinicId: string;
  role: UserType;
  userId: string;
  username: string;
};

/**
 * The facts of a request. `address` is the address of the client. Log and audit trail get `id`. `userAgent` is not
 * stored; the login derives the names of browser and system from it.
 */
export type RequestFacts = {
  id: string;
  address: string;
  userAgent?: string | undefined;
  cookies: SessionCookies;
};

/**
 * The second argument of a handler of a public call. The handler opens its transactions itself and honours the retry
 * key in them. For signed-in calls, `server/api.ts` does both before the handler runs.
 */
export type PublicContext = {
  services: Services;
  request: RequestFacts;
  reply: ReplyControls;
  idempotencyKey: string | undefined;
};

/** The second argument of a handler of a signed-in call: its user and the one transaction of the request. */
export type UserContext = PublicContext & { user: User; db: Db };

/** The changes that a handler may make to the answer besides its content. */
export type ReplyControls = {
  setSession(cookies: { access: string; refresh: string }): void;
  clearSession(): void;
  /** Makes this browser a known device (R47). */
  setDevice(cookie: string): void;
};

export type Input<N extends RouteName> = { params: Params<N>; body: Body<N>; file: Buffer | undefined };

/**
 * A PDF is typeset after the transaction has ended. Its handler collects the content and returns the function that
 * typesets it in the turn of the caller. Every other handler returns its answer.
 */
type Result<N extends RouteName> = Routes[N]['answer'] extends 'pdf'
  ? (turn?: Turn) => Promise<AnswerInput<N>>
  : AnswerInput<N>;

export type Handler<N extends RouteName> = (
  input: Input<N>,
  context: Routes[N]['access'] extends 'public' ? PublicContext : UserContext,
) => Promise<Result<N>>;

export type Handlers = { [N in RouteName]: Handler<N> };
