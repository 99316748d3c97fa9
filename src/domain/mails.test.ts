import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import { addDays } from './dates.ts';
import {
  addressKindOf,
  firstMailMoment,
  mailsDue,
  mailWanted,
  retryDelay,
  type MailWindow,
} from './mails.ts';
import { WINDOW_TYPES } from './window-types.ts';

const START = '2026-05-04';
const END = '2026-05-31';

/** A window of somebody who left an address long ago and has not begun; what a test does not name does not matter to it. */
function aWindow(changed: Partial<MailWindow> = {}): MailWindow {
  return {
    type: 'INTERMEDIATE',
    ordinal: 1,
    start: START,
    end: END,
    survey_started_at: null,
    survey_finished: false,
    address_left_at: '2026-02-10T09:00:00.000Z',
    consent_withdrawn: false,
    invitation_planned: false,
    invited_on: null,
    reminder_planned: false,
    ...changed,
  };
}

const kinds = (window: MailWindow, today: string) => mailsDue([window], today).map(({ kind }) => kind);
const invited = (on: string | null) => aWindow({ invitation_planned: true, invited_on: on });

describe('an invitation', () => {
  test('is due from the first to the last day of the window', () => {
    assert.deepEqual(kinds(aWindow(), addDays(START, -1)), []);
    assert.deepEqual(kinds(aWindow(), START), ['invitation']);
    assert.deepEqual(kinds(aWindow(), END), ['invitation']);
    assert.deepEqual(kinds(aWindow(), addDays(END, 1)), []);
  });

  test('names its window', () => {
    assert.deepEqual(mailsDue([aWindow({ ordinal: 3 })], START), [
      { type: 'INTERMEDIATE', ordinal: 3, kind: 'invitation' },
    ]);
  });

  test('is planned once', () => assert.deepEqual(kinds(invited(null), START), []));
});

describe('a reminder', () => {
  test('is due seven days after the invitation was sent, not before', () => {
    assert.deepEqual(kinds(invited(START), addDays(START, 6)), []);
    assert.deepEqual(kinds(invited(START), addDays(START, 7)), ['reminder']);
  });

  test('counts from the day of the invitation, not from that of the window', () => {
    assert.deepEqual(kinds(invited(addDays(START, 5)), addDays(START, 11)), []);
    assert.deepEqual(kinds(invited(addDays(START, 5)), addDays(START, 12)), ['reminder']);
  });

  test('is never due without an invitation that was sent, nor a second time', () => {
    assert.deepEqual(kinds(invited(null), END), []);
    assert.deepEqual(kinds({ ...invited(START), reminder_planned: true }, END), []);
  });

  test('is not due after the window', () => assert.deepEqual(kinds(invited(START), addDays(END, 1)), []));
});

test('nothing goes to those who have finished, left no address, or withdrew their consent', () => {
  for (const window of [
    aWindow({ survey_finished: true, survey_started_at: '2026-05-05T10:00:00.000Z' }),
    aWindow({ address_left_at: null }),
    aWindow({ consent_withdrawn: true }),
  ]) {
    assert.equal(mailWanted(window, START), false);
    assert.deepEqual(kinds(window, START), []);
  }
});

test('an address left in the survey of a window is for the windows after it', () => {
  const here = aWindow({
    survey_started_at: '2026-05-05T10:00:00.000Z',
    address_left_at: '2026-05-05T10:20:00.000Z',
  });
  assert.deepEqual(kinds(here, '2026-05-20'), []);
  const next = { ...here, ordinal: 2, start: '2026-08-04', end: '2026-08-31', survey_started_at: null };
  assert.deepEqual(kinds(next, '2026-08-04'), ['invitation']);
});

test('one who has begun but not finished is reminded', () => {
  const begun = { ...invited(START), survey_started_at: '2026-05-05T10:00:00.000Z' };
  assert.deepEqual(kinds(begun, addDays(START, 7)), ['reminder']);
});

test('the three follow-ups share one kind of address', () => {
  assert.deepEqual(WINDOW_TYPES.map(addressKindOf), [
    'PRE',
    'INTERMEDIATE',
    'POST',
    'FOLLOW_UP',
    'FOLLOW_UP',
    'FOLLOW_UP',
  ]);
});

const first = (day: string) => new Date(firstMailMoment(day, 'Europe/Berlin')).toISOString();

test('mails of a day go out from eight in the morning, also on the days of the clock change', () => {
  assert.equal(first('2026-11-21'), '2026-11-21T07:00:00.000Z');
  assert.equal(first('2026-03-28'), '2026-03-28T07:00:00.000Z');
  assert.equal(first('2026-03-29'), '2026-03-29T06:00:00.000Z');
  assert.equal(first('2026-10-24'), '2026-10-24T06:00:00.000Z');
  assert.equal(first('2026-10-25'), '2026-10-25T07:00:00.000Z');
});

test('the wait before another attempt doubles from five minutes to half a day', () => {
  const minutes = [1, 2, 3, 4, 8, 9, 100].map((attempts) => retryDelay(attempts) / 60_000);
  assert.deepEqual(minutes, [5, 10, 20, 40, 640, 720, 720]);
});
