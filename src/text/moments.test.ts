import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortMomentIn } from './moments.ts';

const now = Date.parse('2026-11-24T09:00:00Z');
const short = (moment: string) => shortMomentIn('Europe/Berlin', Date.parse(moment), now);

test('a moment of today is named by its time, an earlier one by its date, in the clinic’s time zone', () => {
  assert.equal(short('2026-11-24T07:22:00Z'), 'heute, 08:22\u{a0}Uhr');
  assert.equal(short('2026-11-23T23:30:00Z'), 'heute, 00:30\u{a0}Uhr');
  assert.equal(short('2026-11-23T22:30:00Z'), '23.11.2026, 23:30\u{a0}Uhr');
});
