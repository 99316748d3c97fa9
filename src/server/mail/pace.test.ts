import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPace } from './pace.ts';
import { failureOf } from './transport.ts';

const refused = (responseCode: number, text: string) =>
  failureOf({ code: 'EENVELOPE', command: 'RCPT TO', responseCode, response: `${responseCode} ${text}` });
const busy = refused(450, '4.7.28 too many mails');

test('a mail server that asks for fewer mails gets none for a minute, then for two, until it takes one', () => {
  let now = 0;
  const pace = createPace(Infinity, () => now);
  pace.note(busy);
  now += 59_999;
  assert.equal(pace.isFree(), false);
  now += 1;
  assert.equal(pace.isFree(), true);
  pace.note(busy);
  now += 119_999;
  assert.equal(pace.isFree(), false);
  now += 1;
  assert.equal(pace.isFree(), true);
  pace.note({ kind: 'accepted' });
  pace.note(busy);
  now += 60_000;
  assert.equal(pace.isFree(), true);
  for (let refusals = 0; refusals < 20; refusals += 1) pace.note(busy);
  now += 30 * 60_000;
  assert.equal(pace.isFree(), true);
});

test('no more mails are sent in a minute than the operator allows', () => {
  let now = 0;
  const pace = createPace(2, () => now);
  pace.note({ kind: 'accepted' });
  now = 30_000;
  pace.note({ kind: 'accepted' });
  assert.equal(pace.isFree(), false);
  now = 60_000;
  assert.equal(pace.isFree(), true);
});

test('an answer about one address makes no other mail wait', () => {
  assert.deepEqual(
    [
      busy,
      refused(421, '4.3.2 closing'),
      refused(450, '4.2.1 mailbox busy'),
      refused(550, '5.1.1 unknown'),
    ].map((delivery) => (delivery.kind === 'failed' ? delivery.server : delivery.kind)),
    ['busy', 'busy', 'up', 'refused'],
  );
});
