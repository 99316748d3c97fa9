import type { RawBuilder } from 'kysely';
import type { Pool } from 'pg';
import type { ConsentText } from '../../contract/consent.ts';
import { consentStanding, type ConsentStanding } from '../../domain/consent.ts';
import { contentHash } from '../../domain/instrument.ts';
import { withoutTenant } from '../db/transaction.ts';
import { AppError } from '../app-error.ts';
import type { UserContext } from '../http/context.ts';
import type { Services } from '../services.ts';
import { StartError } from '../start-error.ts';
import * as queries from './queries.ts';

/** The text patients agree to before their first survey; null where the protocol asks for none. */
export function consentInForce({
  registry,
  config,
}: Pick<Services, 'registry' | 'config'>): ConsentText | null {
  return registry.protocol.consent === 'on' ? config.consent : null;
}

/** Keeps the text in force; throws a StartError where its version is known with another text. */
export async function registerConsent(
  pool: Pool,
  services: Pick<Services, 'registry' | 'config'>,
): Promise<void> {
  const text = consentInForce(services);
  if (text === null) return;
  const hash = contentHash(text);
  const stored = await withoutTenant(pool, (db) => queries.registerText(db, text, hash));
  if (stored === hash) return;
  throw new StartError(
    `The consent text ${text.version} differs from the ${text.version} that patients may have agreed to. ` +
      'Give the changed text a new version ("consent" in CONFIG_FILE): then they are asked anew.',
  );
}

/** Whether the signed-in patient agreed to the text in force, as a piece of a statement; true where none is asked for. */
export function consentGiven({ services, user }: UserContext): RawBuilder<boolean> {
  const patient = { clinicId: user.clinicId, patientId: user.userId };
  return queries.hasConsent(patient, consentInForce(services)?.version ?? null);
}

/** Where the signed-in patient stands with the text in force; null where no consent is asked for. */
export async function readConsent({ db, services, user }: UserContext): Promise<ConsentStanding | null> {
  const text = consentInForce(services);
  if (text === null) return null;
  const newest = await queries.findNewestConsent(db, { clinicId: user.clinicId, patientId: user.userId });
  return consentStanding(newest, text.version);
}

/** Refuses a patient who did not agree to the text in force. */
export async function requireConsent(context: UserContext): Promise<void> {
  const consent = await readConsent(context);
  if (consent !== null && consent.state !== 'given') throw new AppError('consent_required');
}
