/** Where a patient stands with the electronic study consent; asked before the first survey where the protocol says so. */
export const CONSENT_STATES = ['missing', 'given', 'outdated', 'withdrawn'] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

/** One consent of a patient; moments are ISO 8601 with Z. */
export type Consent = {
  readonly version: string;
  readonly given_at: string;
  readonly withdrawn_at: string | null;
};

/** The state of a consent and since when it is so; `since` is null where there never was one. */
export type ConsentStanding = { readonly state: ConsentState; readonly since: string | null };

/** Where a patient stands: the state of the newest consent, and when it was withdrawn or else given. */
export function consentStanding(newest: Consent | undefined, versionInForce: string): ConsentStanding {
  const since = newest ? (newest.withdrawn_at ?? newest.given_at) : null;
  return { state: consentState(newest, versionInForce), since };
}

/**
 * The state of the newest consent of a patient, undefined where there is none. A consent to another version than the one
 * in force is `outdated`: it is asked anew before the next survey.
 */
export function consentState(
  newest: Pick<Consent, 'version' | 'withdrawn_at'> | undefined,
  versionInForce: string,
): ConsentState {
  if (!newest) return 'missing';
  if (newest.withdrawn_at !== null) return 'withdrawn';
  return newest.version === versionInForce ? 'given' : 'outdated';
}
