import type { Dice } from './fuzz-dice.ts';

const TARGETS = [
  'GET /api/clinics',
  'POST /api/patients/login',
  'GET /api/auth/clinic-admins/patients',
  'POST /api/auth/clinicians/registration',
  'POST /api/auth/clinic-admins/patients/csv-validation',
  'DELETE /api/refresh-tokens',
  'GET /',
  'GET /healthz',
] as const;

/** The bytes of a request that no correct client sends. */
export function rawRequest(dice: Dice, cookie: string): Buffer {
  const bytes = Buffer.from(dice.pick(forms)(dice, cookie), 'latin1');
  if (dice.percent(25)) return bytes.subarray(0, dice.below(bytes.length + 1));
  if (dice.percent(20)) return withNoise(dice, bytes);
  return bytes;
}

function withNoise(dice: Dice, bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  for (let times = 1 + dice.below(5); times > 0 && changed.length > 0; times -= 1)
    changed[dice.below(changed.length)] = dice.below(256);
  return changed;
}

type Form = (dice: Dice, cookie: string) => string;

const BODY = '{"clinic_id":"2f1e1c9a-7b1f-4a8e-9d6b-0c6a1f3b5d77","username":"x","password":"y"}';
const common = (cookie: string) => `Host: x\r\nX-Requested-With: resonanz\r\nCookie: ${cookie}\r\n`;
const post = (target: string, headers: string, body: string, cookie: string) =>
  `${target} HTTP/1.1\r\n${common(cookie)}Content-Type: application/json\r\n${headers}\r\n${body}`;

const forms: readonly Form[] = [
  // Wrong lengths, and two lengths.
  (dice, cookie) =>
    post(
      dice.pick(TARGETS),
      `Content-Length: ${dice.pick(['0', '5', '99999', '-1', '1e1', '0x5', ' 83', '+83', '83,83', '99999999999999999999'])}\r\n`,
      BODY,
      cookie,
    ),
  (dice, cookie) =>
    post(
      dice.pick(TARGETS),
      `Content-Length: ${BODY.length}\r\nContent-Length: ${dice.below(90)}\r\n`,
      BODY,
      cookie,
    ),
  (dice, cookie) =>
    post(
      dice.pick(TARGETS),
      `Content-Length: ${dice.below(90)}\r\nTransfer-Encoding: ${dice.pick(['chunked', 'Chunked', ' chunked', 'chunked, identity', 'xchunked'])}\r\n`,
      `0\r\n\r\n${BODY}`,
      cookie,
    ),
  // Broken chunks.
  (dice, cookie) =>
    post(
      dice.pick(TARGETS),
      'Transfer-Encoding: chunked\r\n',
      dice.pick([
        'zz\r\nx\r\n0\r\n\r\n',
        '-1\r\nx',
        'ffffffffffffffff\r\nx',
        '1;a="\r\nx\r\n0\r\n\r\n',
        '5\r\nab',
        '1\nx\n0\n\n',
        '0\r\nX: y\r\n\r\n',
        `53\r\n${BODY}\r\n0\r\n\r\n`,
      ]),
      cookie,
    ),
  // Broken request lines.
  (dice, cookie) => `${dice.pick(lines)}\r\n${common(cookie)}\r\n`,
  // Broken headers.
  (dice, cookie) => `${dice.pick(TARGETS)} HTTP/1.1\r\n${common(cookie)}${dice.pick(headers)}\r\n\r\n`,
  (dice, cookie) =>
    `${dice.pick(TARGETS)} HTTP/1.1\r\n${common(cookie)}${'X-A: b\r\n'.repeat(dice.pick([100, 1500, 3000]))}\r\n`,
  (dice, cookie) =>
    `${dice.pick(TARGETS)} HTTP/1.1\r\n${common(cookie)}X: ${'a'.repeat(dice.pick([8000, 16_300, 16_400, 200_000]))}\r\n\r\n`,
  // Bytes that are not HTTP.
  (dice) =>
    dice.pick([
      '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'SSH-2.0-x\r\n',
      '\0'.repeat(500),
      '\r\n'.repeat(500),
      'EHLO x\r\n',
      'GET / HTTP/0.9\r\n\r\n',
      'GET /\r\n',
    ]),
  (dice) =>
    Array.from({ length: 200 + dice.below(2000) }, () => String.fromCharCode(dice.below(256))).join(''),
  // Several requests in a row, the last one broken.
  (dice, cookie) =>
    `${post(TARGETS[1], `Content-Length: ${BODY.length}\r\n`, BODY, cookie)}GET /api/clinics HTTP/1.1\r\n${common(cookie)}\r\n${dice.pick(lines)}\r\n\r\n`,
  // A body that is too short.
  (dice, cookie) =>
    post(dice.pick(TARGETS), 'Content-Length: 5000\r\n', BODY.slice(0, dice.below(BODY.length)), cookie),
  (_, cookie) =>
    `${TARGETS[4]} HTTP/1.1\r\n${common(cookie)}Content-Type: multipart/form-data; boundary=g\r\nContent-Length: 9000\r\n\r\n--g\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\ncode;birth`,
];

const lines = [
  'GET  /api/clinics HTTP/1.1',
  'GET /api/clinics',
  'get /api/clinics HTTP/1.1',
  'GET /api/clin ics HTTP/1.1',
  'GET /api/clinics HTTP/1.1 x',
  'GET /api/clinics HTTP/9.9',
  'GET http://evil.example/api/clinics HTTP/1.1',
  'GET //evil.example/api/clinics HTTP/1.1',
  'GET /api/\xff\xfe HTTP/1.1',
  'GET /api/\x01 HTTP/1.1',
  'GET api/clinics HTTP/1.1',
  'GET * HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'CONNECT evil.example:443 HTTP/1.1',
  'TRACE / HTTP/1.1',
  'NICHTS /api/clinics HTTP/1.1',
  'M-SEARCH /api/clinics HTTP/1.1',
  `GET /${'a'.repeat(20_000)} HTTP/1.1`,
  ' GET / HTTP/1.1',
  'GET\t/\tHTTP/1.1',
];

const headers = [
  'X: a\0b',
  'X : y',
  ': y',
  'X',
  ' X: y',
  'X: y\r\n z: folded',
  'X: y\nHost: z',
  'X: y\rZ: z',
  'Host: y',
  'Expect: 100-continue',
  'Expect: x',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x',
  'Connection: close\r\nConnection: keep-alive',
  'Cookie: \xff\xfe; at=\x01',
  'Content-Encoding: gzip',
  'Transfer-Encoding: gzip',
  'Content-Type: application/json; charset="\\"',
  'X-\xe4: y',
  '\x7f: y',
];
