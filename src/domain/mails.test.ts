import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import { addDays } from './dates.ts';
import { maskedAddress } from './answers.ts';
import {
  addressKindOf,
  firstMailMoment,
  mailsDue,
  mailWanted,
  retryDelay,
  type MailWindow,
  outsideNight,
} from './mails.ts';
import { WINDOW_TYPES } from './window-types.ts';

const START = '2026-05-04';
const END = '2026-05-31';

/** A window of a patient with an address and without a survey session. Each test sets the fields that it depends on. */
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
  test('an invitation is due from the first to the last day of the window', () => {
    assert.deepEqual(kinds(aWindow(), addDays(START, -1)), []);
    assert.deepEqual(kinds(aWindow(), START), ['invitation']);
    assert.deepEqual(kinds(aWindow(), END), ['invitation']);
    assert.deepEqual(kinds(aWindow(), addDays(END, 1)), []);
  });

  test('an invitation names its window', () => {
    assert.deepEqual(mailsDue([aWindow({ ordinal: 3 })], START), [
      { type: 'INTERMEDIATE', ordinal: 3, kind: 'invitation' },
    ]);
  });

  test('an invitation is planned once', () => assert.deepEqual(kinds(invited(null), START), []));
});

describe('a reminder', () => {
  test('a reminder is due from the seventh day after the invitation was sent', () => {
    assert.deepEqual(kinds(invited(START), addDays(START, 6)), []);
    assert.deepEqual(kinds(invited(START), addDays(START, 7)), ['reminder']);
  });

  test('the wait for a reminder counts from the day of the invitation, not of the window', () => {
    assert.deepEqual(kinds(invited(addDays(START, 5)), addDays(START, 11)), []);
    assert.deepEqual(kinds(invited(addDays(START, 5)), addDays(START, 12)), ['reminder']);
  });

  test('a reminder is sent only once and only after an invitation was sent', () => {
    assert.deepEqual(kinds(invited(null), END), []);
    assert.deepEqual(kinds({ ...invited(START), reminder_planned: true }, END), []);
  });

  test('a reminder is not due after the window', () =>
    assert.deepEqual(kinds(invited(START), addDays(END, 1)), []));
});

test('a patient who has finished, left no address or withdrawn the consent gets no mail', () => {
  for (const window of [
    aWindow({ survey_finished: true, survey_started_at: '2026-05-05T10:00:00.000Z' }),
    aWindow({ address_left_at: null }),
    aWindow({ consent_withdrawn: true }),
  ]) {
    assert.equal(mailWanted(window, START), false);
    assert.deepEqual(kinds(window, START), []);
  }
});

test('an address from the survey of a window is used only for later windows', () => {
  const here = aWindow({
    survey_started_at: '2026-05-05T10:00:00.000Z',
    address_left_at: '2026-05-05T10:20:00.000Z',
  });
  assert.deepEqual(kinds(here, '2026-05-20'), []);
  const next = { ...here, ordinal: 2, start: '2026-08-04', end: '2026-08-31', survey_started_at: null };
  assert.deepEqual(kinds(next, '2026-08-04'), ['invitation']);
});

test('a patient with an unfinished survey gets a reminder', () => {
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

test('mails are sent from eight in the morning, also on days of a clock change', () => {
  assert.equal(first('2026-11-21'), '2026-11-21T07:00:00.000Z');
  assert.equal(first('2026-03-28'), '2026-03-28T07:00:00.000Z');
  assert.equal(first('2026-03-29'), '2026-03-29T06:00:00.000Z');
  assert.equal(first('2026-10-24'), '2026-10-24T06:00:00.000Z');
  assert.equal(first('2026-10-25'), '2026-10-25T07:00:00.000Z');
});

test('the wait before the next attempt to send a mail doubles from five minutes up to the longest wait of its kind', () => {
  const longest = 720 * 60_000;
  const minutes = [1, 2, 3, 4, 8, 9, 100].map((attempts) => retryDelay(attempts, longest) / 60_000);
  assert.deepEqual(minutes, [5, 10, 20, 40, 640, 720, 720]);
});

test('of a masked address only the first letter and the domain are left', () => {
  assert.equal(maskedAddress('mia.muster@web.de'), 'm…@web.de');
  assert.equal(maskedAddress('🙂x@example.org'), '🙂…@example.org');
});

const berlin = (moment: string) => new Date(outsideNight(Date.parse(moment), 'Europe/Berlin')).toISOString();

test('an attempt that would fall into the night waits until the morning', () => {
  assert.equal(berlin('2026-07-01T21:59:00+02:00'), '2026-07-01T19:59:00.000Z');
  assert.equal(berlin('2026-07-01T22:00:00+02:00'), '2026-07-02T06:00:00.000Z');
  assert.equal(berlin('2026-07-02T03:00:00+02:00'), '2026-07-02T06:00:00.000Z');
  // The night in which the clocks change.
  assert.equal(berlin('2026-10-24T23:30:00+02:00'), '2026-10-25T07:00:00.000Z');
});
