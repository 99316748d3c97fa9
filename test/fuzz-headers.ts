import type { Dice } from './fuzz-dice.ts';
import { anyText } from './fuzz-values.ts';

/** Headers with values that may break a layer of the server. */
export const headerSpoilers: readonly (readonly [string, readonly (string | string[])[]])[] = [
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

/** Damaged forms of a token. */
export function spoiltToken(dice: Dice, token: string): string {
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
