import * as v from 'valibot';
import { CONSENT_STATES, type ConsentVersions } from '../domain/consent.ts';
import { instant, text } from './fields.ts';

export const consentStateName = v.picklist(CONSENT_STATES);

/** The state of a patient's consent in a list, with the moments of its change. */
export const consentStanding = v.object({ state: consentStateName, since: v.nullable(instant) });

/** One part of the consent's text, as plain text: paragraphs, then a list. */
export const consentSection = v.object({
  title: v.string(),
  paragraphs: v.optional(v.array(v.string()), []),
  list: v.optional(v.array(v.string()), []),
});
export type ConsentSection = v.InferOutput<typeof consentSection>;

/** The text of the consent with its version, and the sentence beside the checkbox. */
export const consentText = v.object({
  version: v.string(),
  title: v.string(),
  sections: v.array(consentSection),
  agreement: v.string(),
});
export type ConsentText = v.InferOutput<typeof consentText>;

/** The text that patients are asked to agree to, as the configuration sets it. */
export type ConsentInForce = ConsentText & ConsentVersions;

/** The state of a patient's consent. The moments and the version belong to the newest consent. */
const consentStatus = v.object({
  state: consentStateName,
  given_version: v.nullable(v.string()),
  given_at: v.nullable(instant),
  withdrawn_at: v.nullable(instant),
});

export const consentAnswer = v.object({ ...consentText.entries, ...consentStatus.entries });

/** Agrees to the shown version. */
export const consentGiving = v.object({ version: text(64) });
