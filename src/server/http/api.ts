import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routes, type Route, type RouteName } from '../../contract/routes.ts';
import { clinicOfAccessToken, hashToken } from '../auth/tokens.ts';
import { cookieNames, cookieOptions } from '../auth/cookies.ts';
import { DEVICE_DAYS } from '../auth/devices.ts';
import { findSession } from '../auth/queries.ts';
import { singleStatement, withTenant, type Db } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import { AppError } from './app-error.ts';
import type { Handlers, PublicContext, ReplyControls, RequestFacts, User } from './context.ts';
import { answerText } from './answer-text.ts';
import { isForged } from './guard.ts';
import { idempotencyKey, once } from './idempotency.ts';
import { parseInput } from './parse.ts';
import { uploadedFile } from './upload.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route says who may call it; one without does not start (R1). */
    access?: Route['access'];
    route?: Route;
  }
  interface FastifyRequest {
    user: User | null;
  }
}

const PASSWORD_KEPT_SECONDS = 60;
const ANSWER_KEPT_SECONDS = 600;

/** Registers every route of the contract with its handler. */
export function registerApi(app: FastifyInstance, services: Services, handlers: Handlers): void {
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request) => {
    const { route } = request.routeOptions.config;
    if (!route) return;
    if (isForged(request.headers, route.method !== 'GET' || route.effect === true, services))
      throw new AppError('forged_request');
    if (route.access !== 'public') request.user = await admit(request, route.access, services);
    requireMediaType(request, route);
  });
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name];
    app.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access: route.access, route },
      handler: (request, reply) => answer(name, route, request, reply, services, handlers),
    });
  }
}

// R31: looked up on every request together with the state of the account.
async function admit(request: FastifyRequest, access: readonly string[], services: Services): Promise<User> {
  const token = cookiesOf(request, services).access;
  const clinicId = token === undefined ? undefined : clinicOfAccessToken(token);
  if (token === undefined || clinicId === undefined) throw new AppError('token_expired');
  const session = await singleStatement(services.pool, (db) => findSession(db, clinicId, hashToken(token)));
  if (!session?.usable) throw new AppError('token_expired');
  if (!access.includes(session.role)) throw new AppError('forbidden');
  return {
    sessionId: session.session_id,
    clinicId,
    role: session.role,
    userId: session.user_id,
    username: session.username,
  };
}

function cookiesOf(request: FastifyRequest, { publicOrigin }: Services): RequestFacts['cookies'] {
  const names = cookieNames(publicOrigin);
  const { [names.access]: access, [names.refresh]: refresh, [names.device]: device } = request.cookies;
  return { access, refresh, device };
}

function requireMediaType(request: FastifyRequest, route: Route): void {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (route.upload && type !== 'multipart/form-data') throw new AppError('unsupported_media_type');
  if (route.body && type !== 'application/json') throw new AppError('unsupported_media_type');
}

async function answer(
  name: RouteName,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  handlers: Handlers,
): Promise<FastifyReply> {
  const session = sessionControls(reply, services);
  const facts: RequestFacts = { id: request.id, address: request.ip, cookies: cookiesOf(request, services) };
  const key = route.repeatable ? idempotencyKey(request.headers['idempotency-key']) : undefined;
  const context: PublicContext = { services, request: facts, reply: session.controls, idempotencyKey: key };
  const input = {
    params: parseInput(route.params, request.params),
    body: parseInput(route.body, request.body ?? undefined),
    file: route.upload ? await uploadedFile(request) : undefined,
  };
  // The table pairs each name with its handler and schemas; the compiler checked each pair where the table is made.
  const handler = handlers[name] as (input: unknown, context: unknown) => Promise<unknown>;
  try {
    const { user } = request;
    const result = user
      ? await withTenant(services.pool, user.clinicId, (db) =>
          repeatable(name, key, user, input, services, db, () => handler(input, { ...context, user, db })),
        )
      : await handler(input, context);
    const body = await serialize(route, result);
    session.commit();
    if (body === null) return reply.code(204).send();
    const type = mediaTypeOf(route);
    return reply.headers(headersOf[type]).type(mediaTypes[type]).send(body);
  } catch (error) {
    session.abort();
    throw error;
  }
}

function repeatable(
  name: RouteName,
  key: string | undefined,
  user: User,
  input: { params: unknown; body: unknown; file: Buffer | undefined },
  { keys }: Services,
  db: Db,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (key === undefined) return work();
  const content = JSON.stringify([input.params, input.body, input.file?.toString('base64')]);
  const showsPassword =
    name === 'registerClinician' || name === 'resetPassword' || name === 'resetPasswordByGet';
  const keepSeconds = showsPassword ? PASSWORD_KEPT_SECONDS : ANSWER_KEPT_SECONDS;
  return once(
    db,
    keys,
    { clinicId: user.clinicId, userId: user.userId, key, route: name, content, keepSeconds },
    work,
  );
}

const mediaTypes = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
} as const;

// R57: a report is data for our own page; opened on its own it can do nothing.
const inert = (file: string) => ({
  'content-security-policy': "sandbox; default-src 'none'",
  'content-disposition': `attachment; filename="${file}"`,
});
const headersOf = { json: {}, html: inert('bericht.html'), pdf: inert('bericht.pdf') } as const;

function mediaTypeOf({ answer }: Route): keyof typeof mediaTypes {
  return answer === 'html' || answer === 'pdf' ? answer : 'json';
}

async function serialize(route: Route, result: unknown): Promise<string | Buffer | null> {
  if (result === null) return null;
  // A handler of an 'html' or 'pdf' route answers text or bytes: its type says so.
  if (route.answer === 'html') return result as string;
  if (route.answer === 'pdf') return result as Buffer;
  if (route.answer === null) return null;
  return answerText(route.answer, result);
}

// Cookies of a login or refresh leave only with its success; a failed refresh clears them.
function sessionControls(reply: FastifyReply, { publicOrigin }: Services) {
  const names = cookieNames(publicOrigin);
  const options = cookieOptions(publicOrigin);
  let tokens: { access: string; refresh: string } | undefined;
  let clear = false;
  let device: string | undefined;
  const controls: ReplyControls = {
    setSession: (cookies) => (tokens = cookies),
    setDevice: (cookie) => (device = cookie),
    clearSession: () => (clear = true),
  };
  const clearCookies = () => reply.clearCookie(names.access, options).clearCookie(names.refresh, options);
  return {
    controls,
    commit: () => {
      if (tokens)
        reply
          .setCookie(names.access, tokens.access, options)
          .setCookie(names.refresh, tokens.refresh, options);
      if (device) reply.setCookie(names.device, device, { ...options, maxAge: DEVICE_DAYS * 86_400 });
      if (clear) clearCookies().header('clear-site-data', '"cache", "storage"');
    },
    abort: () => clear && clearCookies(),
  };
}
