import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  monitorResponses,
  responseRate,
  totalTally,
  type MonitoredPatient,
  type StuckPatient,
} from './response-monitor.ts';
import type { WindowType } from './window-types.ts';

const today = '2026-06-15';

type Window = MonitoredPatient['survey_time_windows'][number];
type Session = MonitoredPatient['survey_statuses'][number];

const windowOf = (type: WindowType, start: string, end: string): Window => ({
  type,
  start,
  end,
  label: type,
});
const sessionOf = (stw_type: WindowType, day: string, finished: boolean): Session => ({
  stw_type,
  finished,
  update_time: `${day}T10:00:00.000Z`,
});
const patient = (windows: Window[], sessions: Session[] = [], code = 'A1'): MonitoredPatient => ({
  id: code,
  code,
  created: '2020-01-01T08:00:00.000Z',
  survey_time_windows: windows,
  survey_statuses: sessions,
});

const tally = (...patients: MonitoredPatient[]) => monitorResponses(patients, today, 'Europe/Berlin').tallies;
const stuck = (...patients: MonitoredPatient[]): readonly StuckPatient[] =>
  monitorResponses(patients, today, 'Europe/Berlin').stuck;

test('the response monitor of a clinic without patients counts nothing', () => {
  assert.deepEqual(tally().PRE, { open: 0, overdue: 0, done: 0, expired: 0 });
  assert.deepEqual(stuck(), []);
});

test('the response monitor counts finished, open and expired windows by type, and no planned ones', () => {
  const counted = tally(
    patient([windowOf('PRE', '2026-06-15', '2026-07-12'), windowOf('POST', '2027-01-01', '2027-02-01')]),
    patient([windowOf('PRE', '2026-01-01', '2026-01-28')]),
    patient([windowOf('PRE', '2026-01-01', '2026-01-28')], [sessionOf('PRE', '2026-01-05', true)]),
  );
  assert.deepEqual(counted.PRE, { open: 1, overdue: 0, done: 1, expired: 1 });
  assert.deepEqual(counted.POST, { open: 0, overdue: 0, done: 0, expired: 0 });
});

test('a survey finished before its window ends is done, not open', () => {
  const { PRE } = tally(
    patient([windowOf('PRE', '2026-06-01', '2026-06-28')], [sessionOf('PRE', '2026-06-02', true)]),
  );
  assert.deepEqual(PRE, { open: 0, overdue: 0, done: 1, expired: 0 });
});

test('an unfinished survey expires like a survey that was not begun', () => {
  const { PRE } = tally(
    patient([windowOf('PRE', '2026-01-01', '2026-01-28')], [sessionOf('PRE', '2026-01-05', false)]),
  );
  assert.deepEqual(PRE, { open: 0, overdue: 0, done: 0, expired: 1 });
});

test('a survey session of another type or outside a window does not count for the window', () => {
  const window = windowOf('PRE', '2026-01-01', '2026-01-28');
  const { PRE } = tally(
    patient([window], [sessionOf('POST', '2026-01-05', true)]),
    patient([window], [sessionOf('PRE', '2026-01-29', true)]),
  );
  assert.deepEqual(PRE, { open: 0, overdue: 0, done: 0, expired: 2 });
});

test('the response monitor counts the days since an answer in the time zone of the clinic', () => {
  const late: Session = { stw_type: 'PRE', finished: true, update_time: '2025-12-31T23:30:00.000Z' };
  assert.equal(tally(patient([windowOf('PRE', '2026-01-01', '2026-01-28')], [late])).PRE.done, 1);
});

const openSince = (start: string) => tally(patient([windowOf('PRE', start, '2026-07-31')])).PRE;

test('an open survey is overdue from the day of its reminder, not the day before', () => {
  assert.deepEqual(openSince('2026-06-09'), { open: 1, overdue: 0, done: 0, expired: 0 });
  assert.deepEqual(openSince('2026-06-08'), { open: 1, overdue: 1, done: 0, expired: 0 });
});

const overdueUntil = (day: string, code = 'A1') => patient([windowOf('PRE', '2026-05-25', day)], [], code);

test('every overdue survey is listed with the days that are left, those with the fewest days first', () => {
  const listed = stuck(
    overdueUntil('2026-06-30', 'A1'),
    overdueUntil('2026-06-15', 'B2'),
    overdueUntil('2026-06-17', 'C3'),
  );
  assert.deepEqual(listed[0], {
    id: 'B2',
    code: 'B2',
    type: 'PRE',
    label: 'PRE',
    reason: 'overdue',
    days: 1,
  });
  assert.deepEqual(
    listed.map(({ code }) => code),
    ['B2', 'C3', 'A1'],
  );
});

test('the list has as many overdue surveys as the tallies count, also begun ones', () => {
  const begun = patient(
    [windowOf('PRE', '2026-05-25', '2026-06-30')],
    [sessionOf('PRE', '2026-06-01', false)],
    'B2',
  );
  const patients = [overdueUntil('2026-06-30'), begun, patient([...twoMissed, planned], [], 'C3')];
  const listed = stuck(...patients).filter(({ reason }) => reason === 'overdue');
  assert.equal(listed.length, totalTally(tally(...patients)).overdue);
});

test('an overdue survey has one day left on its last day', () => {
  const [only] = stuck(patient([windowOf('PRE', '2026-05-19', today)]));
  assert.deepEqual(only, { id: 'A1', code: 'A1', type: 'PRE', label: 'PRE', reason: 'overdue', days: 1 });
});

test('a short window that has just opened is not overdue', () => {
  assert.deepEqual(stuck(patient([windowOf('PRE', '2026-06-15', '2026-06-18')])), []);
});

const lastAnswered = (day: string) =>
  stuck(patient([windowOf('PRE', '2026-06-10', '2026-07-07')], [sessionOf('PRE', day, false)]));

test('a begun survey rests from the third day without an answer', () => {
  assert.deepEqual(lastAnswered('2026-06-13'), []);
  assert.deepEqual(lastAnswered('2026-06-12'), [
    { id: 'A1', code: 'A1', type: 'PRE', label: 'PRE', reason: 'resting', days: 3 },
  ]);
});

const twoMissed = [
  windowOf('PRE', '2026-01-01', '2026-01-28'),
  windowOf('INTERMEDIATE', '2026-04-01', '2026-04-28'),
];
const planned = windowOf('POST', '2026-09-01', '2026-10-01');

test('a patient is stuck after two missed measurement points in a row, but not after one', () => {
  assert.deepEqual(stuck(patient([...twoMissed, planned])), [
    { id: 'A1', code: 'A1', type: 'INTERMEDIATE', label: 'INTERMEDIATE', reason: 'missed', missed: 2 },
  ]);
  assert.deepEqual(stuck(patient([...twoMissed, planned], [sessionOf('PRE', '2026-01-02', true)])), []);
  assert.deepEqual(
    stuck(patient([...twoMissed, planned], [sessionOf('INTERMEDIATE', '2026-04-02', true)])),
    [],
  );
});

test('a patient who answers the current survey is no longer stuck', () => {
  const open = windowOf('POST', '2026-06-14', '2026-07-20');
  const windows = [...twoMissed, open];
  assert.equal(stuck(patient(windows)).length, 1);
  assert.deepEqual(stuck(patient(windows, [sessionOf('POST', today, false)])), []);
  assert.deepEqual(stuck(patient(windows, [sessionOf('POST', today, true)])), []);
});

test('a patient without a current or planned survey is not stuck', () => {
  assert.deepEqual(stuck(patient(twoMissed)), []);
});

test('stuck patients are sorted by urgency, then by code', () => {
  const closing = [windowOf('PRE', '2026-05-19', today)];
  const codes = stuck(
    patient([...twoMissed, planned], [], 'A1'),
    patient(closing, [], 'C3'),
    patient(closing, [], 'B2'),
  ).map(({ code }) => code);
  assert.deepEqual(codes, ['B2', 'C3', 'A1']);
});

test('the response rate is the share of finished surveys among those that are finished or expired', () => {
  assert.equal(responseRate({ open: 7, overdue: 3, done: 3, expired: 1 }), 0.75);
  assert.equal(responseRate({ open: 7, overdue: 3, done: 0, expired: 2 }), 0);
  assert.equal(responseRate({ open: 7, overdue: 3, done: 0, expired: 0 }), undefined);
});

test('the total of the response monitor counts the windows of all types', () => {
  const total = totalTally(tally(patient([...twoMissed, windowOf('POST', '2026-06-01', '2026-07-01')])));
  assert.deepEqual(total, { open: 1, overdue: 1, done: 0, expired: 2 });
});

test('a patient who has withdrawn the consent is not stuck, and later windows do not count', () => {
  const person = {
    ...patient(
      [
        windowOf('PRE', '2026-01-01', '2026-01-28'),
        windowOf('INTERMEDIATE', '2026-03-01', '2026-03-28'),
        windowOf('POST', '2026-06-01', '2026-06-21'),
      ],
      [sessionOf('PRE', '2026-01-05', true)],
    ),
    consent: { state: 'withdrawn', since: '2026-03-28T10:00:00.000Z' },
  } as const;
  assert.deepEqual(stuck(person), []);
  const { PRE, INTERMEDIATE, POST } = tally(person);
  assert.deepEqual([PRE.done, INTERMEDIATE.expired, POST.open], [1, 0, 0]);
  const later = { ...person, consent: { ...person.consent, since: '2026-03-29T10:00:00.000Z' } };
  assert.equal(tally(later).INTERMEDIATE.expired, 1);
});

test('the total of the response monitor adds up every column', () => {
  const counts = { PRE: [1, 2, 3, 4], POST: [10, 20, 30, 40] } as const;
  const none = tally();
  const filled = (type: 'PRE' | 'POST') => {
    const [open, overdue, done, expired] = counts[type];
    return { open, overdue, done, expired };
  };
  const total = totalTally({ ...none, PRE: filled('PRE'), POST: filled('POST') });
  assert.deepEqual(total, { open: 11, overdue: 22, done: 33, expired: 44 });
});

test('stuck patients of the same urgency are sorted by code, regardless of their order before', () => {
  const closing = [windowOf('PRE', '2026-05-19', today)];
  for (const codes of [
    ['A1', 'B2'],
    ['B2', 'A1'],
    ['A1', 'A1'],
  ]) {
    const listed = stuck(...codes.map((code) => patient(closing, [], code))).map(({ code }) => code);
    assert.deepEqual(listed, codes.toSorted());
  }
});

test('the days that a survey rests count from the last of its answers', () => {
  const window = windowOf('PRE', '2026-06-09', '2026-07-07');
  const sessions = ['2026-06-11', '2026-06-14', '2026-06-08'].map((day) => sessionOf('PRE', day, false));
  assert.deepEqual(stuck(patient([window], sessions)), []);
});

test('an answer on the first and on the last day of a window counts for it', () => {
  const window = windowOf('PRE', '2026-01-01', '2026-01-28');
  for (const day of ['2026-01-01', '2026-01-28'])
    assert.equal(tally(patient([window], [sessionOf('PRE', day, true)])).PRE.done, 1, day);
});

test('windows that ended before the registration were not offered: no one counts them or is reminded of them', () => {
  const windows = [
    windowOf('PRE', '2026-01-01', '2026-01-28'),
    windowOf('INTERMEDIATE', '2026-04-01', '2026-04-28'),
    windowOf('POST', '2026-06-01', '2026-06-28'),
  ];
  const imported = { ...patient(windows), created: '2026-06-12T08:00:00.000Z' };
  const counted = tally(imported);
  assert.deepEqual(counted.PRE, { open: 0, overdue: 0, done: 0, expired: 0 });
  assert.deepEqual(counted.INTERMEDIATE, { open: 0, overdue: 0, done: 0, expired: 0 });
  assert.deepEqual(counted.POST, { open: 1, overdue: 0, done: 0, expired: 0 });
  assert.deepEqual(stuck(imported), []);
  assert.deepEqual(
    stuck({ ...imported, created: '2026-06-08T08:00:00.000Z' }).map(({ reason }) => reason),
    ['overdue'],
  );
  // A window that ended on the evening of the registration was offered, by the calendar of the clinic.
  const late = {
    ...patient([windowOf('PRE', '2026-06-01', '2026-06-10')]),
    created: '2026-06-10T21:59:00.000Z',
  };
  assert.equal(tally(late).PRE.expired, 1);
  assert.equal(tally({ ...late, created: '2026-06-10T22:01:00.000Z' }).PRE.expired, 0);
});
