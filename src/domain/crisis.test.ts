import assert from 'node:assert/strict';
import test from 'node:test';
import { leadingEvent, type CrisisMark } from './crisis.ts';

const event = (id: string, changed: Partial<CrisisMark> = {}): CrisisMark => ({
  id,
  level: 'notice',
  raised_at: '2026-03-01T10:00:00.000Z',
  acknowledged_at: null,
  ...changed,
});

const done = { acknowledged_at: '2026-03-09T10:00:00.000Z' };

test('the gravest open event stands for the patient, of equally grave ones the oldest', () => {
  const older = event('older', { level: 'urgent', raised_at: '2026-02-01T10:00:00.000Z' });
  const urgent = event('urgent', { level: 'urgent' });
  const answered = event('answered', { level: 'urgent', raised_at: '2026-01-01T10:00:00.000Z', ...done });
  assert.equal(leadingEvent([event('notice'), urgent, older, answered])?.id, 'older');
  assert.equal(leadingEvent([answered, event('notice')])?.id, 'notice');
});

test('the newest event stands for a patient without an open one', () => {
  const newer = event('newer', { raised_at: '2026-03-05T10:00:00.000Z', ...done });
  const grave = event('grave', { level: 'urgent', ...done });
  assert.equal(leadingEvent([grave, newer])?.id, 'newer');
  assert.equal(leadingEvent([]), null);
});
