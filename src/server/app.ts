import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import * as v from 'valibot';
import Fastify, { type FastifyInstance } from 'fastify';
import * as auth from './login/handlers.ts';
import * as passwords from './login/password-handlers.ts';
import * as secondFactors from './login/second-factor-handlers.ts';
import { cookieNames } from './http/cookies.ts';
import * as deputies from './crisis/deputy-handlers.ts';
import * as clinicians from './clinicians/handlers.ts';
import * as admins from './clinics/admin-handlers.ts';
import * as clinics from './clinics/handlers.ts';
import * as crisis from './crisis/handlers.ts';
import { calls, type CallName } from '../contract/calls.ts';
import { clinicianPatient, ownPatients } from '../contract/patients.ts';
import type { Config } from './settings/config.ts';
import { programName } from './settings/version.ts';
import * as consent from './consent/handlers.ts';
import * as sharing from './relatives/choice-handlers.ts';
import { registerDocuments } from './documents/routes.ts';
import { registerApi } from './api.ts';
import type { CallsPart, Handlers, ServedCall } from './http/context.ts';
import { guardConnections } from './http/connections.ts';
import { registerCspReports } from './http/csp-reports.ts';
import { registerScriptFailures } from './http/script-failures.ts';
import { registerHealth } from './http/health.ts';
import { openapi } from './http/openapi.ts';
import { answerBrokenRequest } from './http/broken-requests.ts';
import { sendProblem } from './http/problems.ts';
import { addSecurityHeaders, securityHeaders } from './http/security-headers.ts';
import { registerSecurityTxt } from './http/security-txt.ts';
import { answerUnknownPath, isApiPath } from './http/unknown-paths.ts';
import { registerWebManifest } from './http/web-manifest.ts';
import { pageHeaders, serveWebPages } from './http/web-pages.ts';
import * as imports from './patients/import-handlers.ts';
import { registerConfirmation } from './mail/confirmation-page.ts';
import * as mail from './mail/handlers.ts';
import { registerOptOut } from './mail/opt-out-page.ts';
import * as accessSheets from './patients/access-sheet-handlers.ts';
import * as devices from './patients/device-handlers.ts';
import * as patients from './patients/handlers.ts';
import * as courses from './reports/course-handlers.ts';
import * as systems from './relatives/handlers.ts';
import * as reports from './reports/handlers.ts';
import { reportScriptHash } from './print/html.ts';
import { testReports } from './reports/self-test.ts';
import type { Services, SurveysPart } from './services.ts';
import * as surveyDrafts from './surveys/draft-handlers.ts';
import * as surveyPages from './surveys/page-handlers.ts';
import * as submissions from './surveys/submit-handlers.ts';
import * as surveyWindows from './surveys/window-handlers.ts';

// A route without a handler, or with a handler of the wrong type, does not compile here.
const handlers: Handlers = {
  ...auth,
  ...passwords,
  ...secondFactors,
  ...clinics,
  ...admins,
  ...clinicians,
  ...deputies,
  ...crisis,
  ...patients,
  ...accessSheets,
  ...devices,
  ...imports,
  ...surveyPages,
  ...submissions,
  ...surveyDrafts,
  ...surveyWindows,
  ...mail,
  ...consent,
  ...reports,
  ...courses,
  ...systems,
  ...sharing,
};

/** Every call: those of the core, whose lists have the fields of the extensions, and those of the extensions. */
function allCalls(services: Services, extensions: readonly CallsPart[]): ServedCall[] {
  const core = (Object.keys(calls) as CallName[]).map((name) => {
    const call = calls[name];
    return { ...call, ...extended(name, services.extensions), name, handler: handlers[call.route] };
  });
  return [...core, ...extensions.flatMap(({ calls: further = [] }) => further)];
}

function extended(name: CallName, extensions: readonly SurveysPart[]) {
  if (name !== 'listOwnPatients') return {};
  const further = extensions.map(({ listFields }) => listFields?.entries);
  return { answer: ownPatients(v.object(Object.assign({}, clinicianPatient.entries, ...further))) };
}

const builtWeb = fileURLToPath(new URL('../../dist/web', import.meta.url));
const KIB = 1024;

/** What an extension brings to the server: calls of the table, and routes outside of it. */
export type RoutesPart = CallsPart & {
  readonly registerRoutes?: (app: FastifyInstance, services: Services) => void;
};

type Outside = { readonly extensions?: readonly RoutesPart[]; readonly webFolder?: string };

/** Builds the whole server without listening (R1–R7). */
export async function buildApp(
  services: Services,
  { extensions = [], webFolder = builtWeb }: Outside = {},
): Promise<FastifyInstance> {
  const headers = { ...securityHeaders(services.publicOrigin), ...pageHeaders(webFolder) };
  const app = Fastify({
    logger: false,
    genReqId: (request) => idFromProxy(request, services.config) ?? randomUUID(),
    // Monitors, mail gateways and link checkers ask with HEAD. Calls below /api answer the methods of their table only (R2).
    exposeHeadRoutes: true,
    bodyLimit: 256 * KIB,
    requestTimeout: 30_000,
    // A connection that says nothing is closed (R7).
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    // A call that still reaches a process which ends is answered as any other (R69); its connection then closes.
    return503OnClosing: false,
    // The address of the client comes from the configured number of proxies, which is 0 by default (R48).
    trustProxy: (_address, hop) => hop < services.config.trustedProxies,
    routerOptions: { maxParamLength: 64 },
    http: { headersTimeout: 20_000, maxHeaderSize: 16 * KIB },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
    // A path that cannot be decoded, or that has an endless parameter, does not reach the hooks below (R4).
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers);
      if (!isApiPath(request.url)) return web.sendPage('', reply);
      return sendProblem(error, request, reply.header('cache-control', 'no-store'), services.log);
    },
  });
  requireAccess(app);
  testReports();
  addSecurityHeaders(app, headers);
  guardConnections(app, services);
  logRequests(app, services);
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart, {
    limits: { files: 1, fields: 5, parts: 6, fileSize: 5 * KIB * KIB, fieldSize: KIB, headerPairs: 50 },
  });
  app.setErrorHandler((error, request, reply) => {
    services.metrics.noteError(error, services.now());
    return sendProblem(error, request, reply, services.log);
  });
  const served = allCalls(services, extensions);
  registerApi(app, services, served);
  registerHealth(app, services);
  const document = openapi(served, services.publicOrigin, cookieNames(services.publicOrigin).access);
  app.get('/api/openapi.json', { config: { access: 'public' }, exposeHeadRoute: false }, () => document);
  app.get('/config.json', { config: { access: 'public' } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send({ ...services.config.public, version: programName }),
  );
  registerDocuments(app, services);
  registerOptOut(app, services);
  registerConfirmation(app, services);
  registerSecurityTxt(app, services);
  registerWebManifest(app, services);
  registerCspReports(app, services);
  registerScriptFailures(app, services);
  for (const { registerRoutes } of extensions) registerRoutes?.(app, services);
  const web = await serveWebPages(app, webFolder, [reportScriptHash]);
  app.setNotFoundHandler((request, reply) => answerUnknownPath(served, request, reply, web.sendPage));
  await app.ready();
  return app;
}

// A call without a body may still name a type. Where a body is needed, the schema names the missing fields.
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  );
}

// The server does not start with an API route that has no access (R1).
function requireAccess(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && !route.config?.access)
      throw new Error(`route ${route.url} declares no access`);
  });
}

/** The id that the operator's proxy gave a request, so that its log and ours name the same. */
function idFromProxy({ headers }: IncomingMessage, { trustedProxies }: Config): string | undefined {
  const id = headers['x-request-id'];
  return trustedProxies > 0 && typeof id === 'string' && /^[\w.-]{8,64}$/.test(id) ? id : undefined;
}

// The log gets the pattern of the route, not the address, and nothing of the body or the cookies (R65).
function logRequests(app: FastifyInstance, { log, metrics }: Services): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    if (reply.statusCode < 400 && !request.routeOptions.config.call) return;
    const fields = {
      request_id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      user: request.user?.userId,
    };
    log.info(fields, 'request');
  });
}
