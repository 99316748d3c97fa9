import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesIn, withoutAddresses } from './support-mask.ts';

const maskedText = (text: string) => withoutAddresses(text, ['dbhost', 'anna']);

test('no answer of another program brings a person or a machine into the file for support', () => {
  const answers = {
    mail: '535 5.7.8 authentication failed for <dr.muster@praxis.example> from [10.1.2.3]',
    relay: 'relay access denied by mx3.provider.net (2001:db8::17)',
    database: 'connect ECONNREFUSED fe80::1:2 for anna@dbhost:5432/resonanz',
    lookup: 'getaddrinfo ENOTFOUND dbhost',
    address: 'https://klinik.example/loginpatient?klinik=3 answers without TLS',
    settings:
      'The configuration file cannot be read: Unexpected token, ..."smtp": "geheim"... is not valid JSON',
  };
  const text = JSON.stringify(withoutAddresses({ checks: Object.values(answers) }, ['dbhost', 'anna']));
  for (const canary of [
    'muster',
    '10.1.2.3',
    'provider',
    'db8',
    'fe80',
    'anna',
    'dbhost',
    'klinik',
    'geheim',
  ])
    assert.ok(!text.includes(canary), `${canary} in ${text}`);
  for (const kept of ['535 5.7.8 authentication failed', 'ENOTFOUND', 'ECONNREFUSED', 'relay access denied'])
    assert.ok(text.includes(kept), kept);
});

test('moments, versions and files of the program stay readable', () => {
  for (const text of [
    '2026-11-27T14:56:51.021Z',
    '0.2.0 (checkout), v24.21.0',
    'Start resonanz-backup.timer.',
    'The instrument file instruments/dep.json is not valid in line 3',
    '278_kept_keys.sql',
  ])
    assert.equal(maskedText(text), text);
});

test('the names are those of machines and logins, but for very short ones', () => {
  const found = namesIn([
    'smtps://resonanz_web:pass%23wort@dbhost:5432/r',
    'smtp://a:b@mail:25',
    undefined,
    'x',
  ]);
  assert.deepEqual(found, ['dbhost', 'resonanz_web', 'pass#wort', 'mail']);
});
