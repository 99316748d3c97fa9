import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { addressPrefix, limitedNetwork } from './address.ts';

test('the login limits count an IPv4 address by itself, in every notation', () => {
  assert.equal(limitedNetwork('192.0.2.7'), '192.0.2.7');
  assert.equal(limitedNetwork('::ffff:192.0.2.7'), '192.0.2.7');
});

test('the login limits count all addresses of an IPv6 /64 as one', () => {
  assert.equal(limitedNetwork('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(limitedNetwork('2001:0DB8:0001:0002::99'), '2001:db8:1:2::/64');
  assert.equal(limitedNetwork('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(limitedNetwork('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(limitedNetwork('::1'), '0:0:0:0::/64');
});

test('an audit row holds the network of an address only', () => {
  assert.equal(addressPrefix('192.0.2.77'), '192.0.2.0/24');
  assert.equal(addressPrefix('2001:db8:1:2:3:4:5:6'), '2001:db8:1::/48');
  assert.equal(addressPrefix('::1'), '0:0:0::/48');
});
