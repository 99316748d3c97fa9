import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routes, type Route, type RouteName } from '../contract/routes.ts';
import { withTenant, type Db } from './db/transaction.ts';
import type { Services } from './services.ts';
import { admit, factsOf, noteRefusal } from './auth/admission.ts';
import { sendAnswer, serialize, type Serialized } from './http/answers.ts';
import { AppError } from './app-error.ts';
import type { Handlers, PublicContext, User } from './http/context.ts';
import { isForged } from './http/guard.ts';
import { idempotencyKey, once } from './http/idempotency.ts';
import { parseInput } from './http/parse.ts';
import { sessionControls } from './auth/session-controls.ts';
import { uploadedFile } from './http/upload.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route says who may call it; one without does not start (R1). */
    access?: Route['access'];
    name?: RouteName;
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
    const { name, route } = request.routeOptions.config;
    if (!name || !route) return;
    if (isForged(request.headers, route.method !== 'GET' || route.effect === true, services))
      throw new AppError('forged_request');
    if (route.access !== 'public')
      request.user = await admit(name, route.access, factsOf(request, services), services);
    requireMediaType(request, route);
  });
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name];
    app.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access: route.access, name, route },
      handler: (request, reply) => answer(name, request, reply, services, handlers),
    });
  }
}

function requireMediaType(request: FastifyRequest, route: Route): void {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (route.upload && type !== 'multipart/form-data') throw new AppError('unsupported_media_type');
  if (route.body && type !== 'application/json') throw new AppError('unsupported_media_type');
}

type Input = { params: unknown; body: unknown; file: Buffer | undefined };
type Work = (db?: Db) => Promise<unknown>;

async function answer(
  name: RouteName,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  handlers: Handlers,
): Promise<FastifyReply> {
  const route: Route = routes[name];
  const session = sessionControls(reply, services.publicOrigin);
  const key = route.repeatable ? idempotencyKey(request.headers['idempotency-key']) : undefined;
  const facts = factsOf(request, services);
  const context: PublicContext = { services, request: facts, reply: session.controls, idempotencyKey: key };
  const input: Input = {
    params: parseInput(route.params, request.params),
    body: parseInput(route.body, request.body ?? undefined),
    file: route.upload ? await uploadedFile(request) : undefined,
  };
  // The table pairs each name with its handler and schemas; the compiler checked each pair where the table is made.
  const handler = handlers[name] as (input: unknown, context: unknown) => Promise<unknown>;
  const { user } = request;
  const work: Work = (db) => handler(input, user ? { ...context, user, db } : context);
  try {
    const serialized = user
      ? await answerUser(name, user, input, context, work)
      : await serialize(route, await work());
    const body = typeof serialized === 'function' ? await serialized() : serialized;
    session.commit();
    return sendAnswer(reply, route, body);
  } catch (error) {
    session.abort();
    if (user) await noteRefusal(services, user, facts, { name, params: input.params, refusal: error });
    throw error;
  }
}

// One transaction: effect, audit row, stored answer and the check on the way out stand or fall together.
function answerUser(
  name: RouteName,
  user: User,
  input: Input,
  { services, idempotencyKey: key }: PublicContext,
  work: Work,
): Promise<Serialized> {
  return withTenant(services.pool, user.clinicId, async (db) => {
    const result =
      key === undefined
        ? await work(db)
        : await once(db, services.keys, repeatable(name, user, key, input), () => work(db));
    return serialize(routes[name], result);
  });
}

// Their answers are shown once: a password, a secret, recovery codes.
const passwordRoutes: ReadonlySet<RouteName> = new Set<RouteName>([
  'registerClinician',
  'resetPassword',
  'resetPasswordByGet',
  'beginSecondFactor',
  'confirmSecondFactor',
  'renewRecoveryCodes',
]);

function repeatable(route: RouteName, { clinicId, userId }: User, key: string, input: Input) {
  const content = JSON.stringify([input.params, input.body, input.file?.toString('base64')]);
  const keepSeconds = passwordRoutes.has(route) ? PASSWORD_KEPT_SECONDS : ANSWER_KEPT_SECONDS;
  return { clinicId, userId, key, route, content, keepSeconds };
}
