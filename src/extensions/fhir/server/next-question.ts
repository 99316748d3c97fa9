import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { withoutByteOrderMark } from '../../../domain/byte-order-mark.ts';
import { answeredQuestionnaire, canonicalOf } from '../domain/fhir-instrument.ts';
import { AdaptiveResponseSchema, nextQuestion, type AdaptiveResponse } from '../domain/fhir-next-question.ts';
import type { Help } from '../../../domain/crisis.ts';
import type { Instrument } from '../../../domain/instrument.ts';
import type { SettingsPart } from '../../../server/settings/config.ts';
import type { Services } from '../../../server/services.ts';

// Questionnaire/$next-question for the client of a clinic (docs/fhir.md). The call brings all that is known of the test, and
// nothing of it is stored or logged. Without clients in the configuration file the route does not exist.

const PATH = '/api/fhir/Questionnaire/$next-question';
const MEDIA_TYPE = 'application/fhir+json; charset=utf-8';
const MINUTE_MS = 60_000;
/** The calls of a client in a minute that one process answers: about ten tests at the same time. */
const CALLS_A_MINUTE = 600;
const MOST_BYTES = 256 * 1024;

const nameOfClient = v.pipe(v.string(), v.trim(), v.minLength(1, 'must not be empty'), v.maxLength(64));

/** Who may ask, with the hash of their token. */
const entries = {
  next_question_clients: v.optional(
    v.array(
      v.strictObject({
        name: nameOfClient,
        token_sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')),
      }),
    ),
    [],
  ),
};
const ClientsSchema = v.object(entries);

/** The key of CONFIG_FILE that names the clients. */
export const nextQuestionSettings = {
  entries,
  meanings: {
    next_question_clients: 'who may ask for the next question of an adaptive test by FHIR (docs/fhir.md)',
  },
} satisfies SettingsPart['settings'];

type Clients = v.InferOutput<typeof ClientsSchema>['next_question_clients'];

/** Serves the next question of an adaptive test to clients with a token of their own. */
export function registerNextQuestion(app: FastifyInstance, { config, registry, now }: Services): void {
  const { next_question_clients: clients } = v.parse(ClientsSchema, config.ofExtensions);
  if (clients.length === 0) return;
  const isWithin = callsOfClients(now);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const media = ['application/fhir+json', 'application/json'];
    scope.addContentTypeParser(media, { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, String(body)),
    );
    // The token counts before a body is read.
    scope.addHook('onRequest', async (request, reply) => {
      const client = clientOf(clients, request);
      if (!client) {
        reply.header('www-authenticate', 'Bearer');
        return refuse(reply, 401, 'login', 'The token is missing or unknown.');
      }
      if (isWithin(client.name)) return undefined;
      reply.header('retry-after', '60');
      return refuse(reply, 429, 'throttled', `A client has ${CALLS_A_MINUTE} calls in a minute.`);
    });
    scope.post(PATH, { config: { access: 'public' } }, (request, reply) => {
      const response = responseIn(request.body);
      if (!response) return refuse(reply, 400, 'structure', 'The body is no adaptive QuestionnaireResponse.');
      const instrument = instrumentOf(response, registry.instruments);
      if (!instrument) return refuse(reply, 422, 'not-found', 'No instrument in force has this canonical.');
      const help = linesOf(config.public.help);
      const at = new Date(now()).toISOString();
      const outcome = nextQuestion(response, { instrument, newSession: randomUUID(), now: at, help });
      if (outcome.kind === 'refused') return refuse(reply, 422, 'business-rule', outcome.message);
      return send(reply, outcome.response);
    });
  });
}

/** The client of the token. Only the hash of a token is known here, and all hashes are compared in the same time. */
function clientOf(clients: Clients, { headers }: FastifyRequest): Clients[number] | undefined {
  const [, token] = /^Bearer ([\w.~+/-]{32,200}=*)$/.exec(headers.authorization ?? '') ?? [];
  if (token === undefined) return undefined;
  const hash = createHash('sha256').update(token).digest();
  return clients.filter(({ token_sha256: own }) => timingSafeEqual(hash, Buffer.from(own, 'hex')))[0];
}

/** Counts the calls of each client in the running minute. */
function callsOfClients(now: Services['now']): (name: string) => boolean {
  let minute = 0;
  const calls = new Map<string, number>();
  return (name) => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) calls.clear();
    minute = current;
    const count = (calls.get(name) ?? 0) + 1;
    calls.set(name, count);
    return count <= CALLS_A_MINUTE;
  };
}

/** The response of the call, alone or as the parameter of the operation. */
const InputSchema = v.union([
  AdaptiveResponseSchema,
  v.pipe(
    v.object({
      resourceType: v.literal('Parameters'),
      parameter: v.strictTuple([
        v.object({ name: v.literal('questionnaire-response'), resource: AdaptiveResponseSchema }),
      ]),
    }),
    v.transform(({ parameter: [{ resource }] }) => resource),
  ),
]);

function responseIn(body: unknown): AdaptiveResponse | undefined {
  const parsed = v.safeParse(InputSchema, readJson(body));
  return parsed.success ? parsed.output : undefined;
}

function readJson(body: unknown): unknown {
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(String(body)));
    // What is nested too deep for an answer is refused here.
    JSON.stringify(value);
    return value;
  } catch {
    return undefined;
  }
}

/** The instrument in force that the contained Questionnaire is derived from, with or without its version. */
function instrumentOf(
  { contained: [{ derivedFrom }] }: AdaptiveResponse,
  instruments: Services['registry']['instruments'],
): Instrument | undefined {
  return [...instruments.values()].find((instrument) =>
    [canonicalOf(instrument), answeredQuestionnaire(instrument)].some(
      (canonical) => derivedFrom.includes(canonical) || derivedFrom.includes(canonical.split('|')[0] ?? ''),
    ),
  );
}

function linesOf({ text, numbers }: Help): string {
  const lines = numbers.map(
    ({ name, number, hours }) => `${name}: ${number}${hours === '' ? '' : ` (${hours})`}`,
  );
  return [text, ...lines].join('\n');
}

function send(reply: FastifyReply, resource: object): FastifyReply {
  return reply.header('cache-control', 'no-store').type(MEDIA_TYPE).send(JSON.stringify(resource));
}

function refuse(reply: FastifyReply, status: number, code: string, diagnostics: string): FastifyReply {
  const issue = [{ severity: 'error', code, diagnostics }];
  return send(reply.code(status), { resourceType: 'OperationOutcome', issue });
}
