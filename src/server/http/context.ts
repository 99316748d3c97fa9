import { callOf, type Call } from '../../contract/calls.ts';
import type { Route } from '../../contract/route.ts';
import type { AnswerInput, AnyCall, Body, Params, RouteName, RouteOf } from '../../contract/routes.ts';
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

export type Input<N extends AnyCall> = {
  params: Params<N>;
  body: Body<N>;
  file: Buffer | undefined;
  /** The name of the file as its sender gave it. */
  fileName?: string | undefined;
};

/**
 * A PDF is typeset after the transaction has ended. Its handler collects the content and returns the function that
 * typesets it in the turn of the caller. Every other handler returns its answer.
 */
type Result<N extends AnyCall> =
  RouteOf<N> extends { answer: 'pdf' } ? (turn?: Turn) => Promise<AnswerInput<N>> : AnswerInput<N>;

export type Handler<N extends AnyCall> = (
  input: Input<N>,
  context: RouteOf<N> extends { access: 'public' } ? PublicContext : UserContext,
) => Promise<Result<N>>;

export type Handlers = { [N in RouteName]: Handler<N> };

/** A call with its handler. The handlers were checked against the routes where the two were paired. */
export type ServedCall = Call & {
  readonly name: string;
  readonly handler: (input: never, context: never) => Promise<unknown>;
};

/** What an extension adds to the table of calls. */
export type CallsPart = { readonly calls?: readonly ServedCall[] };

/** Pairs the routes of an extension with their handlers. */
export function servedCalls<Table extends Readonly<Record<string, Route>>>(
  table: Table,
  handlers: { readonly [N in keyof Table]: Handler<Table[N]> },
): ServedCall[] {
  return Object.entries(table).map(([name, route]) => ({ ...callOf(route), name, handler: handlers[name]! }));
}
