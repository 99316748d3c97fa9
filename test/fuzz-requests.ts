import { routes, type Route, type RouteName } from '../src/contract/routes.ts';
import type { Actor } from './access-world.ts';
import type { Call } from './call.ts';
import type { Dice } from './fuzz-dice.ts';
import { anyText, mutated } from './fuzz-values.ts';

export type Request = {
  method: string;
  url: string;
  headers: Record<string, string | string[]>;
  payload: Buffer | undefined;
};

type Draft = { name: RouteName; call: Call; cookies: Record<string, string> };

/** A call that would be good, spoilt in one to three places. */
export function spoilt(dice: Dice, draft: Draft): Request {
  let request = goodRequest(dice, draft);
  for (let times = 1 + dice.below(2); times > 0; times -= 1)
    request = dice.pick(spoilers)(dice, request, draft);
  return request;
}

export function goodRequest(dice: Dice, { name, call, cookies }: Draft): Request {
  const route: Route = routes[name];
  const cookie = Object.entries(cookies)
    .map(([key, value]) => `${key}=${value}`)
    .join('; ');
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

type Sent = { headers: Record<string, string>; payload: Buffer | undefined };

function json(body: unknown): Sent {
  if (body === undefined) return { headers: {}, payload: undefined };
  return {
    headers: { 'content-type': 'application/json' },
    payload: Buffer.from(JSON.stringify(body) ?? ''),
  };
}

function multipart(dice: Dice, parts: readonly Buffer[]): Sent {
  const boundary = `grenze-${dice.below(1e9)}`;
  const content = parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]);
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...content, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function filePart(content: Buffer | string, head = 'form-data; name="file"; filename="p.csv"'): Buffer {
  const lines = `Content-Disposition: ${head}\r\nContent-Type: text/csv\r\n\r\n`;
  return Buffer.concat([Buffer.from(lines), Buffer.from(content)]);
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

// The answers are a text inside the body (decisions 4).
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

const byteSpoilers: readonly ((dice: Dice, bytes: Buffer) => Buffer)[] = [
  (dice, bytes) => bytes.subarray(0, dice.below(bytes.length + 1)),
  (dice, bytes) => {
    const changed = Buffer.from(bytes);
    for (let times = 1 + dice.below(4); times > 0 && changed.length > 0; times -= 1)
      changed[dice.below(changed.length)] = dice.below(256);
    return changed;
  },
  (_, bytes) => Buffer.concat([bytes, bytes]),
  (_, bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (_, bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  (dice, bytes) => Buffer.concat([bytes, Buffer.from(dice.pick(['\0', ' x', '}', ',', '[', '\uFEFF']))]),
  (dice) => Buffer.from(dice.pick(['[', '{"a":', '[[],']).repeat(dice.pick([100, 20_000, 50_000]))),
  (dice) => Buffer.from(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)},"b":${dice.below(9)}}`),
  (dice) => Buffer.from(`{${`"k":${dice.below(9)},`.repeat(20_000)}"k":1}`),
  (dice) =>
    Buffer.from(
      dice.pick(['', 'null', '[]', '"x"', '0', 'true', '1e999', '-', '{}', '{"a":1e999}', '\\u0000']),
    ),
  (dice) =>
    Buffer.from('{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}'.slice(dice.below(2) * 21)),
  (dice) => Buffer.alloc(dice.pick([1, 300, 262_144, 262_145, 600_000]), dice.below(256)),
];

function spoilUpload(dice: Dice, request: Request, csv: string): Request {
  const sent = dice.pick(uploads)(dice, csv);
  return { ...request, payload: sent.payload, headers: { ...request.headers, ...sent.headers } };
}

const uploads: readonly ((dice: Dice, csv: string) => Sent)[] = [
  (dice, csv) => multipart(dice, [filePart(spoiltCsv(dice, csv))]),
  (dice, csv) => multipart(dice, [filePart(spoiltCsv(dice, csv))]),
  (dice, csv) => multipart(dice, [filePart(spoiltCsv(dice, csv))]),
  (dice, csv) => multipart(dice, [filePart(dice.pick(byteSpoilers)(dice, Buffer.from(csv)))]),
  (dice, csv) => multipart(dice, [filePart(csv), filePart(csv)]),
  (dice) => multipart(dice, []),
  (dice, csv) =>
    multipart(
      dice,
      Array.from({ length: 12 }, () => filePart(csv, 'form-data; name="a"')),
    ),
  (dice, csv) => multipart(dice, [filePart(csv, dice.pick(dispositions))]),
  (dice, csv) =>
    multipart(dice, [filePart(csv, `form-data; name="file"; filename="${anyText(dice).slice(0, 99)}"`)]),
  (dice) => multipart(dice, [filePart(Buffer.alloc(5 * 1024 * 1024 + dice.below(3), 0x3b))]),
  (dice, csv) => cutOff(dice, multipart(dice, [filePart(csv)])),
  (dice, csv) => ({
    ...multipart(dice, [filePart(csv)]),
    headers: { 'content-type': dice.pick(boundaries) },
  }),
];

const dispositions = [
  '',
  'form-data',
  'form-data; name=',
  'form-data; name="__proto__"',
  'form-data; name="file"; filename=',
  'form-data; name="file"; filename*=UTF-8\'\'%ff%00',
  'attachment; filename="x"',
  `form-data; name="${'n'.repeat(3000)}"; filename="x"`,
];

const boundaries = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  'multipart/form-data; boundary=grenze',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/mixed; boundary=x',
];

function cutOff(dice: Dice, { headers, payload }: Sent): Sent {
  return { headers, payload: payload?.subarray(0, dice.below(payload.length)) };
}

function spoiltCsv(dice: Dice, csv: string): string {
  const lines = csv.split('\n').map((line) => line.split(';'));
  for (let times = 1 + dice.below(4); times > 0; times -= 1) {
    const line = lines[dice.below(10) === 0 ? 0 : lines.length - 1] ?? [];
    line[dice.below(line.length + 1)] = dice.percent(20)
      ? dice.pick(['"', '"a', 'a"b', '""""', '\r', ';;;', '|||'])
      : anyText(dice);
  }
  const text = lines.map((line) => line.join(';')).join(dice.pick(['\n', '\n', '\r\n', '\r']));
  return dice.percent(5) ? `${text}\n`.repeat(300) : text;
}

const spoilPath: Spoiler = (dice, request) => ({
  ...request,
  url: dice.pick(pathSpoilers)(dice, request.url),
});

const pathSpoilers: readonly ((dice: Dice, url: string) => string)[] = [
  // A part of the path replaced, most likely a parameter.
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
    .with(place % 2 === 0 ? parts.length - 1 : 1 + (place % Math.max(1, parts.length - 1)), part)
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

const headerSpoilers: readonly (readonly [string, readonly (string | string[])[]])[] = [
  [
    'content-type',
    [
      '',
      ';',
      'application/json;',
      'application/json; charset=utf-16',
      'application/json; charset=nichts',
      'application/json/x',
      'APPLICATION/JSON',
      'application/json\t',
      'application/json, text/plain',
      'text/plain',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      'x'.repeat(2000),
      '__proto__',
      'application/json; a="',
    ],
  ],
  ['content-encoding', ['gzip', 'br', 'deflate', 'nichts', 'identity', 'gzip, gzip']],
  ['content-length', ['0', '1', '7', '99999999', '-1', 'x', '1e3', '0x10', '']],
  ['transfer-encoding', ['chunked', 'gzip, chunked', 'identity', 'nichts']],
  [
    'idempotency-key',
    [
      '',
      'x',
      '2f1e1c9a-7b1f-4a8e-9d6b-0c6a1f3b5d77',
      '2F1E1C9A-7B1F-4A8E-9D6B-0C6A1F3B5D77',
      '"x"',
      ['2f1e1c9a-7b1f-4a8e-9d6b-0c6a1f3b5d77', 'x'],
      'a'.repeat(3000),
    ],
  ],
  ['sec-fetch-site', ['same-origin', 'cross-site', 'none', '', 'x', ['same-origin', 'cross-site']]],
  ['sec-fetch-mode', ['navigate', 'cors', '']],
  ['sec-fetch-dest', ['empty', 'document', '']],
  ['sec-purpose', ['prefetch', ['x', 'prefetch']]],
  [
    'origin',
    ['null', '', 'http://localhost:8080', 'https://evil.example', 'x'.repeat(3000), '://', 'http://['],
  ],
  ['referer', ['', 'http://localhost:8080/x', 'http://[', '\\\\', 'data:,x', 'javascript:1']],
  ['x-requested-with', ['', 'XMLHttpRequest', 'RESONANZ', ['resonanz', 'x']]],
  [
    'x-forwarded-for',
    ['1.2.3.4', '::ffff:1.2.3.4', 'x', '', ', ,', '1.2.3.4, '.repeat(200), '%', '999.1.1.1'],
  ],
  ['forwarded', ['for=1.2.3.4', 'for="[::1]"', ';;']],
  ['x-forwarded-host', ['evil.example']],
  ['x-http-method-override', ['DELETE']],
  ['host', ['', 'evil.example', 'x:99999', 'a b']],
  ['expect', ['100-continue', 'x']],
  ['upgrade', ['websocket', 'h2c']],
  ['connection', ['close', 'upgrade', 'keep-alive, x', 'cookie']],
  ['range', ['bytes=0-1', 'bytes=9-1', 'bytes=-1', 'x']],
  ['if-none-match', ['*', '"x"', '']],
  ['accept', ['', '*/*;q=2', 'text/html', '\u00e4', 'a/b'.repeat(2000)]],
  ['accept-language', ['', 'x'.repeat(5000)]],
  ['user-agent', ['', '() { :; }; x', 'x'.repeat(9000)]],
  ['authorization', ['Bearer x', 'Basic %%%']],
  [
    'cookie',
    [
      '',
      ';',
      '=',
      'at',
      'at=',
      'rt=',
      'at=%',
      'at=%ff',
      'at=x; at=y',
      'rt=%00',
      '__proto__=x; constructor=y',
      'dc=x',
      'at="',
      `at=${'x'.repeat(6000)}`,
      'a=b; '.repeat(800),
      'rt=x.y.99999999999.z',
    ],
  ],
];

const spoilCookie: Spoiler = (dice, request, { cookies }) => {
  const entries = Object.entries(cookies).map(([key, value]) => `${key}=${spoiltToken(dice, value)}`);
  if (dice.percent(30)) entries.push(`dc=${encodeURIComponent(anyText(dice).toWellFormed()).slice(0, 3000)}`);
  return { ...request, headers: { ...request.headers, cookie: entries.join('; ') } };
};

function spoiltToken(dice: Dice, token: string): string {
  const parts = token.split('.');
  const place = dice.below(parts.length);
  const part = parts[place] ?? '';
  return dice.pick([
    parts.with(place, '').join('.'),
    parts.with(place, encodeURIComponent(anyText(dice).toWellFormed()).slice(0, 500)).join('.'),
    parts.with(place, part.toUpperCase()).join('.'),
    parts.toReversed().join('.'),
    token.slice(0, dice.below(token.length + 1)),
    `${token}${token}`,
    `"${token}"`,
    token.replaceAll('-', '%2D'),
  ]);
}

const spoilNothing: Spoiler = (_, request) => request;

// Where it is thrown most: bodies.
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

/** Who sends the requests; the one in whose name logins are tried is never asked for a good login later. */
export const senders = [
  'nobody',
  'expired',
  'patient',
  'clinician',
  'admin',
  'foreign_admin',
] as const satisfies Actor[];

/** A request in a form to read and to repeat. */
export function shown({ method, url, headers, payload }: Request): string {
  const body = payload === undefined ? '' : payload.toString('utf8').slice(0, 400);
  return `${method} ${url.slice(0, 300)} ${JSON.stringify(headers).slice(0, 600)} ${JSON.stringify(body)}`;
}
