import { nameKey } from '../../domain/patient-code.ts';
import { withoutTenant } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';
import { findClinicByIdOrName } from '../clinics/queries.ts';

/** The clinic with this id or name; case does not matter. Throws a StartError if there is none. */
export async function findClinic(
  { pool }: Pick<Services, 'pool'>,
  text: string,
): Promise<{ id: string; name: string }> {
  const clinic = await withoutTenant(pool, (db) => findClinicByIdOrName(db, text, nameKey(text)));
  if (!clinic) throw new StartError(`there is no clinic "${text}"; see: npm run manage -- clinic list`);
  return clinic;
}
