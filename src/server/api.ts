import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls, type CallName } from '../contract/calls.ts';
import type { Access } from '../contract/endpoints.ts';
import type { Route } from '../contract/route.ts';
import { AppError } from './settings/app-error.ts';
import { admitUser, auditRefusal, factsOf, requireSession } from './login/admission.ts';
import { overlap } from './work/overlap.ts';
import { createQueue, createQueues } from './work/queue.ts';
import { sessionControls } from './login/session-controls.ts';
import { isSilence } from './database/pool.ts';
import { withTenant, type Db } from './database/transaction.ts';
import { sendAnswer, serializeAnswer, type FinishAnswer } from './http/answers.ts';
import type { Handlers, PublicContext, RequestFacts, User } from './http/context.ts';
import { forgedRequest, isForged } from './http/guard.ts';
import { idempotencyKey, runOnce } from './http/idempotency.ts';
import { parseInput } from './http/parse.ts';
import { uploadedFile } from './http/upload.ts';
import type { Turn } from './print/typeset.ts';
import { servicesOf, type Services } from './services.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The server does not start with an API route that has no access (R1). */
    access?: Access;
    /** The call of the contract that a route serves. */
    call?: CallName;
  }
  interface FastifyRequest {
    /** Set for every call of the contract. */
    facts: RequestFacts | null;
    user: User | null;
  }
}

// One user leaves most of the 20 connections to others (product 12.3). Calls that check a secret would only wait for each
// other's lock, so a second one waits without a connection.
const ofOneUser = createQueues({ mostRunning: 6, mostWaiting: 30 });
const checkingSecrets = createQueues({ mostRunning: 1, mostWaiting: 6 });

// Each takes the thread for a second and more. Others that began as well would wait for it in their transactions, until
// PostgreSQL ends those.
const ofWholeClinics = createQueue({
  mostRunning: 2,
  mostWaiting: 30,
  refusal: 'too_many_at_once',
  failsAll: isSilence,
});

/** Runs a call of a signed-in user when it is its turn among the calls of this user, and among calls of its kind. */
function inTurnOf<T>(
  { userId, clinicId }: User,
  { checksSecret, ofWholeClinic }: Route,
  work: () => Promise<T>,
): Promise<T> {
  return ofOneUser(userId, () => {
    if (checksSecret) return checkingSecrets(userId, work);
    return ofWholeClinic ? ofWholeClinics(work, [clinicId]) : work();
  });
}

/** Registers every call of the contract with its handler. */
export function registerApi(app: FastifyInstance, services: Services, handlers: Handlers): void {
  app.decorateRequest('facts', null);
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request) => {
    const { call: name } = request.routeOptions.config;
    if (!name) return;
    const call = calls[name];
    if (isForged(request.headers, call.method !== 'GET' || call.effect === true, services))
      throw forgedRequest(request.headers, services.publicOrigin);
    request.facts = factsOf(request, services);
    const { access } = call;
    if (access !== 'public') request.user = await admitUser(name, access, request.facts, services);
    requireMediaType(request, call);
  });
  for (const name of Object.keys(calls) as CallName[]) {
    const { method, path, access } = calls[name];
    app.route({
      exposeHeadRoute: false,
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access, call: name },
      handler: (request, reply) => {
        const answer = () => answerCall(name, request, reply, services, handlers);
        return request.user ? inTurnOf(request.user, calls[name], answer) : answer();
      },
    });
  }
}

function requireMediaType(request: FastifyRequest, route: Route): void {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (route.upload && type !== 'multipart/form-data') throw new AppError('unsupported_media_type');
  if (route.body && type !== 'application/json') throw new AppError('unsupported_media_type');
}

function turnOf({ clinicId, userId }: User, { raw }: FastifyReply): Turn {
  const leaving = new AbortController();
  raw.once('close', () => leaving.abort());
  if (raw.destroyed) leaving.abort();
  return { line: [clinicId, userId], left: leaving.signal };
}

type Input = { params: unknown; body: unknown; file: Buffer | undefined };
type Work = (db?: Db) => Promise<unknown>;

async function answerCall(
  name: CallName,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  handlers: Handlers,
): Promise<FastifyReply> {
  const call = calls[name];
  const { user } = request;
  const facts = request.facts ?? factsOf(request, services);
  const session = sessionControls(reply, services.publicOrigin);
  const key = call.retryKey ? idempotencyKey(request.headers['idempotency-key']) : undefined;
  const context: PublicContext = {
    services: user ? servicesOf(services, user.clinicId) : services,
    request: facts,
    reply: session.controls,
    idempotencyKey: key,
  };
  const input: Input = {
    params: parseInput(call.params, request.params),
    body: parseInput(call.body, request.body ?? undefined),
    file: call.upload ? await uploadedFile(request) : undefined,
  };
  // The route table pairs each name with its schemas, and the compiler has checked each handler against them
  // (app.ts).
  const handler = handlers[call.route] as (input: unknown, context: unknown) => Promise<unknown>;
  const work: Work = async (db) => handler(input, user ? { ...context, user, db } : context);
  try {
    const finish = user
      ? await answerUser(name, user, input, context, work)
      : await serializeAnswer(call, await work());
    const content = await finish(user ? turnOf(user, reply) : undefined);
    session.commit();
    return await sendAnswer(request, reply, call, content);
  } catch (error) {
    session.abort();
    // A second transaction, because the first one was rolled back (record 004).
    if (user) await auditRefusal(services, user, facts, { name, params: input.params, refusal: error });
    throw error;
  }
}

// One transaction: the effect, its audit row, the stored answer and the check of the answer are all kept, or none is.
function answerUser(
  name: CallName,
  user: User,
  { params, body, file }: Input,
  { services, request, idempotencyKey: key }: PublicContext,
  work: Work,
): Promise<FinishAnswer> {
  const { clinicId, userId } = user;
  return withTenant(services.pool, clinicId, async (db) => {
    const repeatable = key && { clinicId, userId, key, route: name, input: [params, body], file };
    // The look at the session travels with the first statement of the work. Its refusal comes first, and undoes the work.
    const [, result] = await overlap(
      requireSession(db, user, request),
      repeatable ? runOnce(db, services.keys, repeatable, () => work(db)) : work(db),
    );
    return serializeAnswer(calls[name], result);
  });
}
