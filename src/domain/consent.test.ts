import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consentStanding, consentState, type Consent } from './consent.ts';

const only = (version: string) => ({ version, same_as: [] });
const aConsent = (changed: Partial<Consent> = {}): Consent => ({
  version: '1.0',
  given_at: '2026-03-01T09:00:00.000Z',
  withdrawn_at: null,
  ...changed,
});

test('the consent of a patient who never agreed is missing', () => {
  assert.equal(consentState(undefined, only('1.0')), 'missing');
});

test('a consent to the version in force is given', () => {
  assert.equal(consentState(aConsent(), only('1.0')), 'given');
});

test('a consent to an older or newer version is outdated', () => {
  assert.equal(consentState(aConsent(), only('1.1')), 'outdated');
  assert.equal(consentState(aConsent({ version: '2.0' }), only('1.1')), 'outdated');
});

test('a consent to a version that says the same in other words is given, and a withdrawn one stays withdrawn', () => {
  const inForce = { version: '1.1', same_as: ['1.0'] };
  assert.equal(consentState(aConsent(), inForce), 'given');
  assert.equal(consentState(aConsent({ version: '0.9' }), inForce), 'outdated');
  assert.equal(consentState(aConsent({ withdrawn_at: '2026-03-02T09:00:00.000Z' }), inForce), 'withdrawn');
});

test('a withdrawn consent stays withdrawn in every version', () => {
  const withdrawn = aConsent({ withdrawn_at: '2026-03-02T09:00:00.000Z' });
  assert.equal(consentState(withdrawn, only('1.0')), 'withdrawn');
  assert.equal(consentState(withdrawn, only('1.1')), 'withdrawn');
});

test('the state of a consent begins when it is given or withdrawn, and a missing consent has no beginning', () => {
  const withdrawn_at = '2026-03-02T09:00:00.000Z';
  assert.deepEqual(consentStanding(undefined, only('1.0')), { state: 'missing', since: null });
  assert.deepEqual(consentStanding(aConsent(), only('1.0')), {
    state: 'given',
    since: '2026-03-01T09:00:00.000Z',
  });
  assert.deepEqual(consentStanding(aConsent({ withdrawn_at }), only('1.0')), {
    state: 'withdrawn',
    since: withdrawn_at,
  });
});
