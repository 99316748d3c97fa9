import { calls, type CallName } from '../src/contract/calls.ts';
import type { Route } from '../src/contract/route.ts';
import type { Actor } from './access-world.ts';
import { cookieHeader } from './builders.ts';
import type { Call } from './call.ts';
import { byteSpoilers, filePart, json, multipart, uploads } from './fuzz-bodies.ts';
import type { Dice } from './fuzz-dice.ts';
import { headerSpoilers, spoiltToken } from './fuzz-headers.ts';
import { anyText, mutated } from './fuzz-values.ts';

export type Request = {
  method: string;
  url: string;
  headers: Record<string, string | string[]>;
  payload: Buffer | undefined;
};

type Draft = { name: CallName; call: Call; cookies: Record<string, string> };

/** A good call with one to three faults. */
export function spoilt(dice: Dice, draft: Draft): Request {
  let request = goodRequest(dice, draft);
  for (let times = 1 + dice.below(2); times > 0; times -= 1)
    request = dice.pick(spoilers)(dice, request, draft);
  return request;
}

function goodRequest(dice: Dice, { name, call, cookies }: Draft): Request {
  const route: Route = calls[name];
  const cookie = cookieHeader(cookies);
  const sent = call.file === undefined ? json(call.body) : multipart(dice, [filePart(call.file)]);
  return {
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(call.params?.[key] ?? 'x'),
    ),
    headers: { 'x-requested-with': 'resonanz', ...(cookie && { cookie }), ...sent.headers },
    payload: sent.payload,
  };
}

type Spoiler = (dice: Dice, request: Request, draft: Draft) => Request;

const spoilBody: Spoiler = (dice, request, { name, call }) => {
  if (call.file !== undefined) return spoilUpload(dice, request, String(call.file));
  const { body } = call;
  const inner = name === 'submitSurvey' || name === 'saveDraft';
  const changed = inner && dice.percent(80) ? withMutatedAnswers(dice, body) : mutated(dice, body ?? {});
  const sent = json(changed);
  return { ...request, payload: sent.payload, headers: { ...request.headers, ...sent.headers } };
};

// The answers are a text inside the body (product 7.4).
function withMutatedAnswers(dice: Dice, body: unknown): unknown {
  const { value } = body as { value: string };
  return { type: 'json', value: JSON.stringify(mutated(dice, JSON.parse(value))) ?? '' };
}

const spoilBytes: Spoiler = (dice, request) => {
  const before = request.payload ?? Buffer.from('{}');
  const payload = dice.pick(byteSpoilers)(dice, before);
  const headers = { 'content-type': 'application/json', ...request.headers };
  return { ...request, headers, payload };
};

function spoilUpload(dice: Dice, request: Request, csv: string): Request {
  const sent = dice.pick(uploads)(dice, csv);
  return { ...request, payload: sent.payload, headers: { ...request.headers, ...sent.headers } };
}

const spoilPath: Spoiler = (dice, request) => ({
  ...request,
  url: dice.pick(pathSpoilers)(dice, request.url),
});

const pathSpoilers: readonly ((dice: Dice, url: string) => string)[] = [
  // One part of the path is replaced, most likely a parameter.
  (dice, url) =>
    replacedPart(url, dice.below(9), encodeURIComponent(anyText(dice).toWellFormed()).slice(0, 2000)),
  (dice, url) => replacedPart(url, dice.below(9), dice.pick(pathParts)),
  (dice, url) =>
    url +
    dice.pick(['/', '//', '.json', ';jsessionid=1', '/..', '/.', '%2f', '%00', '%', '%zz', '%ff', '?', '#x']),
  (dice, url) => `${url}?${dice.pick(queries)}`,
  (_, url) => url.toUpperCase(),
  (_, url) => url.replace('a', '%61'),
  (_, url) => url.replace('/', '//'),
  (_, url) => url.replace(/\/(\w)/, '/./$1'),
  (dice) => `/${'a/'.repeat(dice.pick([5, 200, 3000]))}`,
  (dice) => dice.pick(otherPaths),
];

const pathParts = [
  '..',
  '.',
  '%2e%2e',
  '%2e%2e%2f',
  '%c0%ae',
  '%ff%fe',
  '%00',
  '%u0000',
  '%ED%A0%80',
  'a'.repeat(65),
  'a'.repeat(5000),
  '*',
  ':id',
  '{id}',
  '%7Bid%7D',
  '\\',
];

const queries = [
  'a[]=1&a[b]=2',
  '__proto__[x]=1',
  'id=%00',
  '%',
  '%ff=%fe',
  'a'.repeat(9000),
  'x=1&'.repeat(2000),
  '=&=&',
  'a=%ED%A0%80',
  '?',
];

const otherPaths = [
  '/',
  '*',
  '/healthz',
  '/readyz',
  '/config.json',
  '/api/openapi.json',
  '/documents/documents.css',
  '/documents/..%2f..%2fpackage.json',
  '/documents/nichts.pdf',
  '/documents/%00.html',
  '/js/final_report.js',
  '/assets/..%2f..%2f..%2fetc/passwd',
  '/.env',
  '/index.html',
  '/patients/survey',
  '/%',
  '/%ff',
  '/..%c0%af',
];

function replacedPart(url: string, place: number, part: string): string {
  const parts = url.split('/');
  return parts
    .with(place % 2 === 0 || parts.length === 1 ? parts.length - 1 : 1 + (place % (parts.length - 1)), part)
    .join('/');
}

const spoilMethod: Spoiler = (dice, request) => ({
  ...request,
  method: dice.pick([
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'SEARCH',
    'PURGE',
    'QUERY',
  ]),
});

const spoilHeader: Spoiler = (dice, request) => {
  const [name, values] = dice.pick(headerSpoilers);
  return { ...request, headers: { ...request.headers, [name]: dice.pick(values) } };
};

const spoilCookie: Spoiler = (dice, request, { cookies }) => {
  const entries = Object.entries(cookies).map(([key, value]) => `${key}=${spoiltToken(dice, value)}`);
  if (dice.percent(30)) entries.push(`dc=${encodeURIComponent(anyText(dice).toWellFormed()).slice(0, 3000)}`);
  return { ...request, headers: { ...request.headers, cookie: entries.join('; ') } };
};

const spoilNothing: Spoiler = (_, request) => request;

// Most faults are in bodies.
const spoilers: readonly Spoiler[] = [
  spoilBody,
  spoilBody,
  spoilBody,
  spoilBody,
  spoilBytes,
  spoilPath,
  spoilPath,
  spoilMethod,
  spoilHeader,
  spoilHeader,
  spoilCookie,
  spoilNothing,
];

/**
 * The senders of the requests. The user of the failing logins is a different one from the user of the good login at
 * the end.
 */
export const senders = [
  'nobody',
  'expired',
  'patient',
  'clinician',
  'admin',
  'foreign_admin',
] as const satisfies Actor[];

/** A request as a text that can be read and repeated. */
export function shown({ method, url, headers, payload }: Request): string {
  const body = payload === undefined ? '' : payload.toString('utf8').slice(0, 400);
  return `${method} ${url.slice(0, 300)} ${JSON.stringify(headers).slice(0, 600)} ${JSON.stringify(body)}`;
}
