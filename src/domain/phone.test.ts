import assert from 'node:assert/strict';
import test from 'node:test';
import { dialLink } from './phone.ts';

test('the link of a number dials its digits, and no zero in brackets after a country code', () => {
  assert.deepEqual(
    ['112', '0800 111 0 111', '(030) 12/34-5', '+49 (0)30 123', '+49 30 0000000'].map(dialLink),
    ['tel:112', 'tel:08001110111', 'tel:03012345', 'tel:+4930123', 'tel:+49300000000'],
  );
});
