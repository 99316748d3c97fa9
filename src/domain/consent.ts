/** The state of the electronic study consent. A patient is asked before the first survey if the protocol demands it. */
export const CONSENT_STATES = ['missing', 'given', 'outdated', 'withdrawn'] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

/** One consent of a patient; moments are ISO 8601 with Z. */
export type Consent = {
  readonly version: string;
  readonly given_at: string;
  readonly withdrawn_at: string | null;
};

/** The version of the text in force, and the earlier versions that say the same in other words. */
export type ConsentVersions = { readonly version: string; readonly same_as: readonly string[] };

/** The state of a consent and the moment it began; `since` is null if there never was a consent. */
export type ConsentStanding = { readonly state: ConsentState; readonly since: string | null };

/** The state of the newest consent, and the moment when it was withdrawn or else given. */
export function consentStanding(newest: Consent | undefined, inForce: ConsentVersions): ConsentStanding {
  const since = newest ? (newest.withdrawn_at ?? newest.given_at) : null;
  return { state: consentState(newest, inForce), since };
}

/**
 * The state of the newest consent of a patient; `consent` is undefined if there is none. A consent to a version
 * that is neither in force nor says the same is `outdated`: the patient is asked again before the next survey.
 */
export function consentState(
  newest: Pick<Consent, 'version' | 'withdrawn_at'> | undefined,
  { version, same_as }: ConsentVersions,
): ConsentState {
  if (!newest) return 'missing';
  if (newest.withdrawn_at !== null) return 'withdrawn';
  return [version, ...same_as].includes(newest.version) ? 'given' : 'outdated';
}
