import type { ConsentInForce } from '../../contract/consent.ts';
import { consentStanding, consentState, type Consent, type ConsentStanding } from '../../domain/consent.ts';
import { AppError } from '../settings/app-error.ts';
import type { UserContext } from '../http/context.ts';
import type { Services } from '../services.ts';
import * as queries from './queries.ts';

/** The consent text for patients before their first survey. Null if the protocol asks for no consent. */
export function consentInForce({
  registry,
  config,
}: Pick<Services, 'registry' | 'config'>): ConsentInForce | null {
  return registry.protocol.consent === 'on' ? config.consent : null;
}

/** The consent of the signed-in patient to the text in force. Null if the protocol asks for no consent. */
export async function readConsent(context: UserContext): Promise<ConsentStanding | null> {
  const text = consentInForce(context.services);
  return text && consentStanding(await findNewest(context), text);
}

/**
 * Decides by the newest consent whether a patient may be surveyed. The consent must be to the text in force and not
 * withdrawn, unless the protocol asks for no consent. No other place decides this.
 */
function mayBeAsked(
  services: Pick<Services, 'registry' | 'config'>,
  newest: Pick<Consent, 'version' | 'withdrawn_at'> | undefined,
): boolean {
  const text = consentInForce(services);
  return text === null || consentState(newest, text) === 'given';
}

/** Refuses a patient without a valid consent. `row` holds the newest consent. Without a row it is looked up. */
export async function requireConsent(
  context: UserContext,
  row: { consent: Pick<Consent, 'version' | 'withdrawn_at'> | null } | undefined,
): Promise<void> {
  const newest = row ? row.consent : await findNewest(context);
  if (!mayBeAsked(context.services, newest ?? undefined)) throw new AppError('consent_required');
}

function findNewest({ db, user }: UserContext): Promise<Consent | undefined> {
  return queries.findNewestConsent(db, { clinicId: user.clinicId, patientId: user.userId });
}
