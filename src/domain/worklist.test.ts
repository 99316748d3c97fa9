import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWork, type ListedPatient, patientWork, WAITING } from './worklist.ts';

const ZONE = 'Europe/Berlin';
const TODAY = '2026-03-20';
const windows = [
  { type: 'PRE', start: '2026-01-01', end: '2026-01-31' },
  { type: 'INTERMEDIATE', start: '2026-03-10', end: '2026-03-25' },
] as const;

type Session = ListedPatient['survey_statuses'][number];
const finished = (update_time: string, more: Partial<Session> = {}): Session => ({
  stw_type: update_time < '2026-02' ? 'PRE' : 'INTERMEDIATE',
  update_time,
  finished: true,
  report_viewed: true,
  symptom_change: 'none',
  ...more,
});
const patient = (...survey_statuses: Session[]): ListedPatient => ({
  created: '2026-01-01T08:00:00.000Z',
  survey_time_windows: windows,
  survey_statuses,
});
const work = (listed: ListedPatient, today = TODAY) => patientWork(listed, today, ZONE);
const waiting = (listed: ListedPatient, today = TODAY) => [...work(listed, today).waiting];

test('an open survey is overdue from its seventh day on and closes within seven days, today included', () => {
  assert.deepEqual(waiting(patient(), '2026-03-16'), []);
  assert.deepEqual(waiting(patient(), '2026-03-17'), ['overdue']);
  assert.deepEqual(waiting(patient(), '2026-03-19'), ['closing', 'overdue']);
  assert.equal(work(patient(), '2026-03-25').daysLeft, 1);
  assert.deepEqual(waiting(patient(), '2026-03-26'), []);
});

test('a finished survey or a withdrawn consent ends the waiting for answers', () => {
  assert.deepEqual(waiting(patient(finished('2026-03-12T10:00:00Z'))), []);
  assert.deepEqual(waiting({ ...patient(), consent: { state: 'withdrawn' } }), []);
});

test('a worsening waits only while it is the newest finished measurement', () => {
  const worse = finished('2026-01-12T10:00:00Z', { symptom_change: 'worse' });
  assert.ok(waiting(patient(worse)).includes('worse'));
  assert.ok(!waiting(patient(worse, finished('2026-03-12T10:00:00Z'))).includes('worse'));
});

test('unread reports come first, the newest in front, then worsenings, then signs of an extension, then surveys that close soon', () => {
  const read = finished('2026-03-11T10:00:00Z');
  const list = [
    patient(read),
    patient(),
    patient(read),
    patient({ ...read, symptom_change: 'worse' }),
    patient({ ...read, report_viewed: false }),
    patient({ ...read, report_viewed: false, update_time: '2026-03-12T10:00:00Z' }),
  ];
  const order = list
    .map((one, index) => ({ index, work: patientWork(one, TODAY, ZONE, index === 2) }))
    .sort((a, b) => compareWork(a.work, b.work))
    .map(({ index }) => index);
  assert.deepEqual(order, [5, 4, 3, 2, 1, 0]);
  assert.deepEqual(WAITING, ['unread', 'worse', 'closing', 'overdue']);
});

test('a survey is overdue a week after the registration at the earliest, however long its window is open', () => {
  const imported = { ...patient(), created: '2026-03-13T08:00:00.000Z' };
  assert.deepEqual(waiting(imported, '2026-03-18'), []);
  assert.deepEqual(waiting(imported, '2026-03-20'), ['closing', 'overdue']);
});
