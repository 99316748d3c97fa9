import assert from 'node:assert/strict';
import { test } from 'node:test';
import { securityHeaders } from './security-headers.ts';

test('a site with TLS demands TLS of the browser for two years, also for its subdomains', () => {
  const headers = securityHeaders('https://resonanz.example');
  assert.equal(headers['strict-transport-security'], 'max-age=63072000; includeSubDomains');
});

test('a site without TLS does not demand it, or browsers could not reach it', () => {
  assert.equal(securityHeaders('http://127.0.0.1:8080')['strict-transport-security'], undefined);
});
