import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CrisisMark } from '../../../domain/crisis.ts';
import { openMark, withOpenEvent } from './open-events.ts';

function aPatient(code: string, changed: Partial<CrisisMark> | null) {
  const mark = { id: code, level: 'notice', raised_at: '2026-11-01T08:00:00.000Z', acknowledged_at: null };
  const crisis_standing = { handed_over: null, again_on: null };
  return { code, crisis: changed && ({ ...mark, ...changed } as CrisisMark), crisis_standing };
}

test('patients with an open event stand in the order of level and age, and no other patient is among them', () => {
  const patients = [
    aPatient('none', null),
    aPatient('new notice', { raised_at: '2026-11-03T08:00:00.000Z' }),
    aPatient('old notice', { raised_at: '2026-10-01T08:00:00.000Z' }),
    aPatient('new urgent', { level: 'urgent', raised_at: '2026-11-04T08:00:00.000Z' }),
    aPatient('old urgent', { level: 'urgent' }),
    aPatient('acknowledged', { level: 'urgent', acknowledged_at: '2026-11-02T08:00:00.000Z' }),
  ];
  const codes = withOpenEvent(patients).map(({ code }) => code);
  assert.deepEqual(codes, ['old urgent', 'new urgent', 'old notice', 'new notice']);
});

test('an event that was put off until a later day does not wait', () => {
  const standing = { handed_over: null, again_on: '2026-12-01' };
  assert.equal(openMark({ ...aPatient('a', {}), crisis_standing: standing }), null);
  assert.deepEqual(withOpenEvent([{ ...aPatient('a', {}), crisis_standing: standing }]), []);
});

test('an acknowledged event is not open', () => {
  assert.equal(openMark(aPatient('a', { acknowledged_at: '2026-11-02T08:00:00.000Z' })), null);
  assert.equal(openMark(aPatient('a', null)), null);
  assert.equal(openMark(aPatient('a', {}))?.id, 'a');
});
