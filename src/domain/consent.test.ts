import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consentStanding, consentState, type Consent } from './consent.ts';

const aConsent = (changed: Partial<Consent> = {}): Consent => ({
  version: '1.0',
  given_at: '2026-03-01T09:00:00.000Z',
  withdrawn_at: null,
  ...changed,
});

test('the consent of a patient who never agreed is missing', () => {
  assert.equal(consentState(undefined, '1.0'), 'missing');
});

test('a consent to the version in force is given', () => {
  assert.equal(consentState(aConsent(), '1.0'), 'given');
});

test('a consent to an older or newer version is outdated', () => {
  assert.equal(consentState(aConsent(), '1.1'), 'outdated');
  assert.equal(consentState(aConsent({ version: '2.0' }), '1.1'), 'outdated');
});

test('a withdrawn consent stays withdrawn in every version', () => {
  const withdrawn = aConsent({ withdrawn_at: '2026-03-02T09:00:00.000Z' });
  assert.equal(consentState(withdrawn, '1.0'), 'withdrawn');
  assert.equal(consentState(withdrawn, '1.1'), 'withdrawn');
});

test('the state of a consent begins when it is given or withdrawn, and a missing consent has no beginning', () => {
  const withdrawn_at = '2026-03-02T09:00:00.000Z';
  assert.deepEqual(consentStanding(undefined, '1.0'), { state: 'missing', since: null });
  assert.deepEqual(consentStanding(aConsent(), '1.0'), { state: 'given', since: '2026-03-01T09:00:00.000Z' });
  assert.deepEqual(consentStanding(aConsent({ withdrawn_at }), '1.0'), {
    state: 'withdrawn',
    since: withdrawn_at,
  });
});
