import assert from 'node:assert/strict';
import { mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  makeDataDirectory,
  readNumber,
  readPublicOrigin,
  readSmtpUrl,
  readSwitch,
  refuseOpenNetwork,
} from './environment.ts';
import { StartError } from './start-error.ts';

const refused = (read: () => unknown, words: RegExp) =>
  assert.throws(read, (error) => error instanceof StartError && words.test(error.message));

test('PORT is a whole number, and an empty one means the default', () => {
  const ports = [undefined, '', '0', '8080', '65535'].map((text) => readNumber('PORT', text));
  assert.deepEqual(ports, [8080, 8080, 0, 8080, 65_535]);
  for (const text of ['abc', '-1', '65536', '80.5', '1e3', '0x50', ' 80'])
    refused(() => readNumber('PORT', text), /PORT/);
});

test('the connections of a process can be set, and a number that could not work is refused', () => {
  assert.deepEqual(
    [undefined, '2', '60'].map((text) => readNumber('DB_POOL', text)),
    [20, 2, 60],
  );
  assert.equal(readNumber('DB_LOGIN_POOL', undefined), 5);
  for (const text of ['0', '1', '501', '20.5', 'many'])
    refused(() => readNumber('DB_POOL', text), /DB_POOL must be a number from 2 to 500/);
  refused(() => readNumber('DB_LOGIN_POOL', '0'), /DB_LOGIN_POOL must be a number from 1 to 100/);
});

test('a switch of the environment is on, off or refused, never silently off', () => {
  assert.deepEqual(
    ['1', 'true', '0', 'false', '', undefined].map((text) => readSwitch('DEMO', text)),
    [true, true, false, false, false, false],
  );
  for (const text of ['yes', 'on', 'TRUE', '2', ' 1'])
    refused(() => readSwitch('REQUIRE_APP_HEADER', text), /REQUIRE_APP_HEADER.*"/);
});

test('the address of the mail server may stand in a file, and a file that is missing stops the start', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'resonanz-secret-')), 'smtp');
  writeFileSync(file, 'smtp://user:secret@mail.klinik.example:587\n');
  assert.equal(readSmtpUrl({ SMTP_URL_FILE: file }), 'smtp://user:secret@mail.klinik.example:587');
  assert.equal(readSmtpUrl({ SMTP_URL: 'smtp://localhost', SMTP_URL_FILE: '' }), 'smtp://localhost');
  assert.equal(readSmtpUrl({ SMTP_URL: '' }), undefined);
  refused(() => readSmtpUrl({ SMTP_URL_FILE: `${file}.missing` }), /SMTP_URL_FILE cannot be read/);
  refused(() => readSmtpUrl({ SMTP_URL: 'smtp://localhost', SMTP_URL_FILE: file }), /Remove one/);
});

test('PUBLIC_ORIGIN is an origin, and a slash at its end is allowed', () => {
  assert.equal(readPublicOrigin(undefined), undefined);
  assert.equal(readPublicOrigin(''), undefined);
  assert.equal(readPublicOrigin('https://praxis.example/'), 'https://praxis.example');
  assert.equal(readPublicOrigin('HTTPS://Praxis.Example:443'), 'https://praxis.example');
  assert.equal(readPublicOrigin('http://127.0.0.1:8080'), 'http://127.0.0.1:8080');
  for (const text of [
    'praxis.example',
    'ftp://praxis.example',
    'https://praxis.example/resonanz',
    'https://praxis.example?x=1',
    'https://user:secret@praxis.example',
    'https://',
  ])
    refused(() => readPublicOrigin(text), /PUBLIC_ORIGIN/);
});

test('the data folder is created with its parents, or refused with a sentence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'environment-'));
  const deep = join(folder, 'a', 'b');
  assert.ok(statSync(makeDataDirectory(deep)).isDirectory());
  assert.equal(makeDataDirectory(deep), deep);
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'unmounted', 'disk'), join(folder, 'link'));
  const impossible = [join(folder, 'file'), join(folder, 'file', 'below'), join(folder, 'link')];
  // Even an administrator cannot create a folder there.
  if (process.platform === 'linux') impossible.push('/proc/resonanz', '/proc/resonanz/data');
  for (const path of impossible) refused(() => makeDataDirectory(path), /data folder .* cannot be used/);
});

test('a database on another machine needs a word on encryption in its address', () => {
  refused(() => refuseOpenNetwork('postgress//resonanz'), /is not an address like postgres:/);
  refuseOpenNetwork('/var/run/postgresql resonanz');
  const open = ['postgres://web@db/resonanz', 'postgres://web@192.0.2.7:6432/resonanz?application_name=x'];
  for (const url of open) refused(() => refuseOpenNetwork(url), /sslmode=verify-full/);
  const accepted = [
    'postgres://web@db/resonanz?sslmode=verify-full',
    'postgres://web@db/resonanz?sslmode=disable',
    'postgres://web@localhost/resonanz',
    'postgres://web@127.0.0.1:5433/resonanz',
    'postgres://web@[::1]/resonanz',
    'postgres:///resonanz?host=/var/run/postgresql',
  ];
  for (const url of accepted) assert.doesNotThrow(() => refuseOpenNetwork(url), url);
});
