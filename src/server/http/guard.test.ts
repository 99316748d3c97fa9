import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import { forgedRequest, isForged } from './guard.ts';

const publicOrigin = 'https://resonanz.example';
const app = { 'x-requested-with': 'resonanz' };
const own = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

// The headers of a request about its origin, and whether it may read or change something (R39, product 7.1).
const cases: [string, Record<string, string>, 'both' | 'reads' | 'neither'][] = [
  ['our own page', own, 'both'],
  ['our own page in an older browser with our header', { origin: publicOrigin, ...app }, 'both'],
  ['our own page in an older browser without our header', { origin: publicOrigin }, 'reads'],
  ['our own page with a referrer', { referer: `${publicOrigin}/patients`, ...app }, 'both'],
  ['a program without headers', {}, 'reads'],
  ['a program that sends our header', app, 'both'],
  ['a program that sends another header', { 'x-requested-with': 'XMLHttpRequest' }, 'reads'],
  ['another site', { ...own, 'sec-fetch-site': 'cross-site' }, 'neither'],
  ['another site with our header', { ...own, 'sec-fetch-site': 'cross-site', ...app }, 'neither'],
  ['another host of the same domain', { ...own, 'sec-fetch-site': 'same-site', ...app }, 'neither'],
  ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 'neither'],
  [
    'a link on our own page',
    { ...own, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    'neither',
  ],
  ['a frame', { ...own, 'sec-fetch-dest': 'iframe' }, 'neither'],
  ['an image', { ...own, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 'neither'],
  ['a script element', { ...own, 'sec-fetch-dest': 'script' }, 'neither'],
  ['a prefetch', { ...own, 'sec-purpose': 'prefetch' }, 'neither'],
  ['a prefetch with prerendering', { ...own, 'sec-purpose': 'prefetch;prerender' }, 'neither'],
  ['a prefetch of an older browser', { ...own, purpose: 'prefetch' }, 'neither'],
  ['a foreign origin with our header', { origin: 'https://elsewhere.example', ...app }, 'neither'],
  ['another port of our host', { origin: `${publicOrigin}:8443`, ...app }, 'neither'],
  ['our host without TLS', { origin: 'http://resonanz.example', ...app }, 'neither'],
  ['a sandboxed frame', { origin: 'null', ...app }, 'neither'],
  ['a foreign referrer', { referer: 'https://elsewhere.example/', ...app }, 'neither'],
  [
    'a page with a referrer that only begins like ours',
    { referer: `${publicOrigin}.elsewhere.example/`, ...app },
    'neither',
  ],
  ['a page with a referrer that is not an address', { referer: 'resonanz', ...app }, 'neither'],
  ['a page with two origins', { origin: `${publicOrigin}, https://elsewhere.example`, ...app }, 'neither'],
];

describe('the origin of a request', () => {
  for (const [name, headers, may] of cases) {
    test(`a request from ${name} may ${may === 'both' ? 'read and change' : may === 'reads' ? 'read only' : 'do nothing'}`, () => {
      const options = { publicOrigin, requireAppHeader: false };
      assert.equal(isForged(headers, false, options), may === 'neither');
      assert.equal(isForged(headers, true, options), may !== 'both');
    });
  }

  test('a refusal names the address to open where our own page was opened at another one, and to nobody else', () => {
    const elsewhere = { origin: 'http://klinik.test:8080', ...app };
    assert.deepEqual(
      forgedRequest(elsewhere, publicOrigin).errors?.map(({ message }) => message),
      ['Unter dieser Adresse ist keine Anmeldung möglich. Bitte öffnen Sie https://resonanz.example.'],
    );
    for (const headers of [{ origin: 'https://elsewhere.example' }, { origin: publicOrigin }, {}])
      assert.equal(forgedRequest(headers, publicOrigin).errors, undefined);
  });

  test('a program without our header may not even read if the server requires this header', () => {
    const options = { publicOrigin, requireAppHeader: true };
    assert.equal(isForged({}, false, options), true);
    assert.equal(isForged(app, false, options), false);
    assert.equal(isForged(own, false, options), false);
  });
});
