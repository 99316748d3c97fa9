import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presentStatus, surveyRows } from './patient-surveys.ts';

const calendar = { today: '2026-06-15', timeZone: 'Europe/Berlin' };
const windowOf = (type: 'PRE' | 'INTERMEDIATE' | 'POST', start: string, end: string) => ({
  type,
  start,
  end,
  ordinal: 1,
  label: type,
});
const windows = [
  windowOf('PRE', '2026-01-01', '2026-01-28'),
  windowOf('INTERMEDIATE', '2026-04-01', '2026-04-28'),
  windowOf('POST', '2026-09-01', '2026-10-12'),
];
const registeredOn = (day: string) => ({
  created: `${day}T08:00:00.000Z`,
  survey_time_windows: windows,
  survey_statuses: [],
});

test('windows before the registration are no rows of the status, and give the patient no status', () => {
  const labels = (day: string) => surveyRows(registeredOn(day), calendar).map(({ window }) => window.label);
  assert.deepEqual(labels('2026-01-01'), ['PRE', 'INTERMEDIATE', 'POST']);
  assert.deepEqual(labels('2026-04-28'), ['INTERMEDIATE', 'POST']);
  assert.deepEqual(labels('2026-06-01'), ['POST']);
  assert.equal(presentStatus(registeredOn('2026-04-28'), calendar), 'expired');
  assert.equal(presentStatus(registeredOn('2026-06-01'), calendar), 'not_available');
});
