import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '../contract/endpoints.ts';
import type { Route } from '../contract/route.ts';
import { AppError } from './settings/app-error.ts';
import { admitUser, auditRefusal, factsOf } from './login/admission.ts';
import { createQueue, createQueues } from './work/queue.ts';
import { sessionControls } from './login/session-controls.ts';
import { presentedAccess, type AccessToken } from './login/tokens.ts';
import { isSilence } from './database/pool.ts';
import { singleStatement, withTenant } from './database/transaction.ts';
import { sendAnswer, serializeAnswer, type FinishAnswer } from './http/answers.ts';
import type { PublicContext, RequestFacts, ServedCall, User } from './http/context.ts';
import { forgedRequest, isForged } from './http/guard.ts';
import { idempotencyKey, runOnce } from './http/idempotency.ts';
import { parseInput } from './http/parse.ts';
import { uploadedFile, type UploadedFile } from './http/upload.ts';
import type { Turn } from './print/typeset.ts';
import { servicesOf, type Services } from './services.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The server does not start with an API route that has no access (R1). */
    access?: Access;
    /** The call that a route serves. */
    call?: ServedCall;
  }
  interface FastifyRequest {
    /** Set for every call of the contract. */
    facts: RequestFacts | null;
    /** Set for every signed-in call; `user` as soon as the database has named it. */
    token: AccessToken | null;
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

/** Runs a call of a signed-in user when it is its turn among calls of its kind. */
function inTurnOfKind<T>(
  { line, clinicId }: AccessToken,
  { checksSecret, ofWholeClinic }: Route,
  work: () => Promise<T>,
): Promise<T> {
  if (checksSecret) return checkingSecrets(line, work);
  return ofWholeClinic ? ofWholeClinics(work, [clinicId]) : work();
}

/** Registers the calls with their handlers. */
export function registerApi(app: FastifyInstance, services: Services, calls: readonly ServedCall[]): void {
  app.decorateRequest('facts', null);
  app.decorateRequest('token', null);
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request) => {
    const { call } = request.routeOptions.config;
    if (!call) return;
    if (isForged(request.headers, call.method !== 'GET' || call.effect === true, services))
      throw forgedRequest(request.headers, services.publicOrigin);
    request.facts = factsOf(request, services);
    if (call.access !== 'public') request.token = tokenOf(request.facts);
    requireMediaType(request, call);
  });
  for (const call of calls) {
    const { method, path, access } = call;
    app.route({
      exposeHeadRoute: false,
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access, call },
      handler: (request, reply) => {
        const answer = () => answerCall(call, request, reply, services);
        return request.token ? ofOneUser(request.token.line, answer) : answer();
      },
    });
  }
}

function tokenOf({ cookies }: RequestFacts): AccessToken {
  const token = presentedAccess(cookies.access);
  if (!token) throw new AppError('token_expired');
  return token;
}

const MULTIPART = 'multipart/form-data';

const mediaType = ({ headers }: FastifyRequest) =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';

function requireMediaType(request: FastifyRequest, { upload, body }: Route): void {
  const taken = [...(upload ? [MULTIPART] : []), ...(body ? ['application/json'] : [])];
  if (taken.length > 0 && !taken.includes(mediaType(request))) throw new AppError('unsupported_media_type');
}

const hasFile = ({ upload }: Route, request: FastifyRequest) =>
  upload === true || (upload === 'optional' && mediaType(request) === MULTIPART);

function turnOf({ clinicId, userId }: User, { raw }: FastifyReply): Turn {
  const leaving = new AbortController();
  raw.once('close', () => leaving.abort());
  if (raw.destroyed) leaving.abort();
  return { line: [clinicId, userId], left: leaving.signal };
}

type Input = { params: unknown; body: unknown; file: Buffer | undefined; fileName: string | undefined };
type Work = (input: Input, context: unknown) => Promise<unknown>;

async function answerCall(
  call: ServedCall,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<FastifyReply> {
  const facts = request.facts ?? factsOf(request, services);
  const session = sessionControls(reply, services.publicOrigin);
  const key = call.retryKey ? idempotencyKey(request.headers['idempotency-key']) : undefined;
  const context: PublicContext = { services, request: facts, reply: session.controls, idempotencyKey: key };
  // The compiler has checked each handler against the schemas of its route (app.ts, `servedCalls`).
  const handler = call.handler as Work;
  let input: Input | undefined;
  try {
    // Before a file is read, and before the call takes a place among those that hold a whole clinic.
    const isUpload = hasFile(call, request);
    if (isUpload || call.ofWholeClinic)
      await singleStatement(services.pool, (db) => admitUser(db, request, call.access));
    const file = isUpload ? await uploadedFile(request) : undefined;
    const read = () => (input = inputOf(call, request, file));
    const { token } = request;
    const finish = token
      ? await inTurnOfKind(token, call, () => answerUser(call, request, token, context, read, handler))
      : await serializeAnswer(call, await handler(read(), context));
    const content = await finish(request.user ? turnOf(request.user, reply) : undefined);
    session.commit();
    return await sendAnswer(request, reply, call, content);
  } catch (error) {
    session.abort();
    const refused = { name: call.name, params: input?.params, refusal: error };
    // A second transaction, because the first one was rolled back (record 004).
    if (request.user) await auditRefusal(services, request.user, facts, refused);
    throw error;
  }
}

const inputOf = (call: Route, { params, body }: FastifyRequest, file: UploadedFile | undefined): Input => ({
  params: parseInput(call.params, params),
  body: file ? undefined : parseInput(call.body, body ?? undefined),
  file: file?.content,
  fileName: file?.name,
});

// One transaction: the effect, its audit row, the stored answer and the check of the answer are all kept, or none is. It
// begins with the user, because the session may have ended while the call waited for its turn.
function answerUser(
  call: ServedCall,
  request: FastifyRequest,
  { clinicId }: AccessToken,
  context: PublicContext,
  read: () => Input,
  handler: Work,
): Promise<FinishAnswer> {
  const { pool, keys } = context.services;
  return withTenant(pool, clinicId, async (db) => {
    const { user, contentState } = await admitUser(db, request, call.access);
    const input = read();
    const services = await servicesOf(db, context.services, clinicId, contentState);
    const work = () => handler(input, { ...context, services, user, db });
    const { idempotencyKey: key } = context;
    const { params, body, file } = input;
    const { name: route, isSecret } = call;
    const asked = { route, isSecret, input: [params, body], file };
    const once = key && { clinicId, userId: user.userId, key, ...asked };
    const result = once ? await runOnce(db, keys, once, work) : await work();
    return serializeAnswer(call, result);
  });
}
