import type { Pool } from 'pg';
import type { ConsentInForce } from '../../contract/consent.ts';
import { consentStanding, consentState, type Consent, type ConsentStanding } from '../../domain/consent.ts';
import { contentHash } from '../../domain/canonical-json.ts';
import { withoutTenant } from '../database/transaction.ts';
import { AppError } from '../settings/app-error.ts';
import type { UserContext } from '../http/context.ts';
import { servicesOf, type Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import * as queries from './queries.ts';

/** The consent text for patients before their first survey. Null if the protocol asks for no consent. */
export function consentInForce({
  registry,
  config,
}: Pick<Services, 'registry' | 'config'>): ConsentInForce | null {
  return registry.protocol.consent === 'on' ? config.consent : null;
}

/** Stores the texts in force. Throws a StartError if another text is stored under the version of one. */
export async function registerConsent(
  pool: Pool,
  services: Pick<Services, 'registry' | 'config'>,
): Promise<void> {
  await registerOne(pool, services);
  for (const id of services.config.clinics.keys()) await registerOne(pool, servicesOf(services, id));
}

async function registerOne(pool: Pool, services: Pick<Services, 'registry' | 'config'>): Promise<void> {
  const inForce = consentInForce(services);
  if (inForce === null) return;
  // A version keeps its text, but later texts may say the same in other words.
  const { same_as: _, ...text } = inForce;
  const hash = contentHash(text);
  const stored = await withoutTenant(pool, (db) => queries.registerText(db, text, hash));
  if (stored === hash) return;
  throw new StartError(
    `The consent text ${text.version} differs from the ${text.version} that patients may have agreed to. ` +
      'Give the changed text a new version ("consent" in CONFIG_FILE): then they are asked anew, unless "same_as" names the version that says the same.',
  );
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
