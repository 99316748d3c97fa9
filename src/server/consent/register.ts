import type { Pool } from 'pg';
import { contentHash } from '../../domain/canonical-json.ts';
import { withoutTenant } from '../database/transaction.ts';
import { configuredFor, type Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { consentInForce } from './in-force.ts';
import * as queries from './queries.ts';

/** Stores the texts in force. Throws a StartError if another text is stored under the version of one. */
export async function registerConsent(
  pool: Pool,
  services: Pick<Services, 'registry' | 'config'>,
): Promise<void> {
  await registerOne(pool, services);
  for (const id of services.config.clinics.keys()) await registerOne(pool, configuredFor(services, id));
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
