import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepable, readReportState } from './report-state.ts';

const complete = {
  clinic_id: 'c',
  clinic_name: 'Ambulanz Musterstadt',
  username: 'therapie1',
  survey_session_id: 's',
  patient_code: 'P1003',
  birthday: '1990-01-01',
  gender: 'FEMALE',
  stw_type: 'PRE',
  started_time: '2026-01-01T08:00:00.000Z',
  update_time: '2026-01-01T08:30:00.000Z',
};

test('a complete navigation state leads to its report', () => {
  assert.deepEqual(readReportState(complete), {
    ...complete,
    patient_report: false,
    patient_id: '',
    as_deputy: false,
  });
  const more = { patient_report: true, patient_id: 'p', as_deputy: true };
  assert.deepEqual(readReportState({ ...complete, ...more }), { ...complete, ...more });
});

test('a missing or incomplete navigation state leads to no report', () => {
  assert.equal(readReportState(null), null);
  assert.equal(readReportState('P1003'), null);
  for (const field of Object.keys(complete)) {
    const { [field as keyof typeof complete]: _left, ...rest } = complete;
    assert.equal(readReportState(rest), null, field);
  }
});

test('the navigation state in the history has no birth date and still leads to the report', () => {
  const state = readReportState(complete);
  assert.ok(state);
  const kept = keepable(state);
  assert.ok(!JSON.stringify(kept).includes('1990'));
  assert.equal(readReportState(kept)?.survey_session_id, 's');
});
