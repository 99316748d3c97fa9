import type { AnswerInput, Body, Params, RouteName, Routes } from '../../contract/routes.ts';
import type { UserType } from '../../contract/accounts.ts';
import type { Db } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import type { SessionCookies } from './cookies.ts';

/** The user of a live session. Clinic, role and id come from the session row alone (R11). */
export type User = {
  sessionId: string;
  clinicId: string;
  role: UserType;
  userId: string;
  username: string;
};

/**
 * What is known of the request itself. `address` is the client's, `id` goes into log and audit, `userAgent` nowhere: the
 * login makes two names of it.
 */
export type RequestFacts = {
  id: string;
  address: string;
  userAgent?: string | undefined;
  cookies: SessionCookies;
};

/**
 * What a handler of a public call gets besides its input; it opens its transactions itself and honours the key of a
 * repeatable call in them. For signed-in calls the key is honoured before the handler runs.
 */
export type PublicContext = {
  services: Services;
  request: RequestFacts;
  reply: ReplyControls;
  idempotencyKey: string | undefined;
};

/** What a handler of a signed-in call gets: its user and the one transaction of the request. */
export type UserContext = PublicContext & { user: User; db: Db };

/** The few things a handler may do to the answer besides returning it. */
export type ReplyControls = {
  setSession(cookies: { access: string; refresh: string }): void;
  clearSession(): void;
  /** Makes this browser a known one (R47). */
  setDevice(cookie: string): void;
};

export type Input<N extends RouteName> = { params: Params<N>; body: Body<N>; file: Buffer | undefined };

/**
 * A 'pdf' is typeset once the transaction has ended: its handler collects what goes into it and hands back the rest of
 * the work. Every other handler returns its answer.
 */
type Result<N extends RouteName> = Routes[N]['answer'] extends 'pdf'
  ? () => Promise<AnswerInput<N>>
  : AnswerInput<N>;

export type Handler<N extends RouteName> = (
  input: Input<N>,
  context: Routes[N]['access'] extends 'public' ? PublicContext : UserContext,
) => Promise<Result<N>>;

export type Handlers = { [N in RouteName]: Handler<N> };
