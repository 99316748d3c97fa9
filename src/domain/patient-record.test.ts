import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  birthDateProblem,
  dischargeProblem,
  distinctLabels,
  isLabelText,
  isLabelValue,
  isRecordDate,
  recordDateProblem,
  repeatedLabels,
} from './patient-record.ts';

test('dates of a patient lie in the years 1900 to 2200', () => {
  const days = ['1899-12-31', '1900-01-01', '2200-12-31', '2201-01-01'];
  assert.deepEqual(days.map(isRecordDate), [false, true, true, false]);
  assert.deepEqual(days.map(recordDateProblem), [
    'dates_out_of_range',
    undefined,
    undefined,
    'dates_out_of_range',
  ]);
});

const born = (day: string) => birthDateProblem(day, '2026-03-10');

test('a patient may be born today, but not tomorrow and not before 1900', () => {
  assert.equal(born('2026-03-10'), undefined);
  assert.equal(born('2026-03-11'), 'birth_date_in_future');
  assert.equal(born('2999-01-01'), 'birth_date_in_future');
  assert.equal(born('1899-12-31'), 'dates_out_of_range');
});

test('a patient is discharged at the earliest on the day after the admission', () => {
  assert.equal(dischargeProblem('2026-01-14', '2026-01-15'), 'discharge_not_after_admission');
  assert.equal(dischargeProblem('2026-01-15', '2026-01-15'), 'discharge_not_after_admission');
  assert.equal(dischargeProblem('2026-01-16', '2026-01-15'), undefined);
  assert.equal(dischargeProblem('1899-01-01', '2026-01-15'), 'dates_out_of_range');
  assert.equal(dischargeProblem('2026-01-14', undefined), undefined);
});

test('a label is one line of at most 255 characters', () => {
  assert.equal(isLabelText('x'.repeat(255)), true);
  for (const text of ['x'.repeat(256), 'S\n17', 'S\u00071', '\ud800']) assert.equal(isLabelText(text), false);
});

const fits = (key: Parameters<typeof isLabelValue>[0]['key'], value: string) => isLabelValue({ key, value });

test('the end of a therapy has a known reason and a number of sessions of up to five digits', () => {
  assert.equal(fits('THERAPY_END_REASON', 'REGULAR_ENDING'), true);
  assert.equal(fits('THERAPY_END_REASON', 'OTHER'), false);
  assert.equal(fits('THERAPY_END_SESSION_COUNT', '12345'), true);
  for (const count of ['', '123456', '1,5', '-3'])
    assert.equal(fits('THERAPY_END_SESSION_COUNT', count), false);
  assert.equal(fits('CLUSTER', 'OTHER'), true);
});

test('a patient may have several System-IDs, each once, but only one end of the therapy', () => {
  const ids = ['S-1', 'S-2', 'S-1'].map((value) => ({ key: 'CLUSTER', value }) as const);
  const ends = ['3', '4'].map((value) => ({ key: 'THERAPY_END_SESSION_COUNT', value }) as const);
  assert.deepEqual(repeatedLabels([...ids, ...ends]), [4]);
  assert.deepEqual(
    distinctLabels(ids).map(({ value }) => value),
    ['S-1', 'S-2'],
  );
});
