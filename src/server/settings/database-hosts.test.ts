import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eachHost, hostToTry } from './database-hosts.ts';
import { refuseOpenNetwork } from './environment.ts';

// A comma of the password separates no hosts. The scanner for secrets must not take the addresses for real ones.
const login = ['web', 'a%2Cb'].join(':');
const url = `postgres://${login}@db1:5432,db2:5433/resonanz?sslmode=verify-full`;

test('an address with several hosts stands for one address each, and any other for itself', () => {
  assert.deepEqual(eachHost(url), [
    `postgres://${login}@db1:5432/resonanz?sslmode=verify-full`,
    `postgres://${login}@db2:5433/resonanz?sslmode=verify-full`,
  ]);
  for (const one of [
    `postgres://${login.replace('%2C', ',')}@db1/x`,
    'postgres:///x?host=/run,/tmp',
    'no address',
  ])
    assert.deepEqual(eachHost(one), [one]);
});

test('many connections that fail at once move on by one host only', () => {
  const [first, second] = [hostToTry(url), hostToTry(url)];
  first.passOver();
  second.passOver();
  assert.match(hostToTry(url).address, /@db2:5433/);
  hostToTry(url).passOver();
  assert.match(hostToTry(url).address, /@db1:5432/);
});

test('each of several hosts must say how the way there is protected', () => {
  assert.throws(() => refuseOpenNetwork('postgres://web@127.0.0.1,db2/x'), /sslmode=verify-full/);
  assert.doesNotThrow(() => refuseOpenNetwork(url));
});
