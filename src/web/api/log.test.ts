import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { CallFailed } from './failure.ts';
import { logFailedCall } from './log.ts';

test('a call that ended with the page or without a connection is no error of the program', () => {
  const error = mock.method(console, 'error', () => undefined);
  logFailedCall('the clinics could not be loaded', new CallFailed(null));
  assert.equal(error.mock.callCount(), 0);
  logFailedCall('the clinics could not be loaded', new CallFailed(500));
  logFailedCall('the clinics could not be loaded', new TypeError('x'));
  assert.equal(error.mock.callCount(), 2);
  error.mock.restore();
});
