import { setTimeout as pause } from 'node:timers/promises';
import { hashSecret } from '../auth/password-hash.ts';
import { replaceHash } from '../auth/queries.ts';
import { listClinics } from '../clinics/queries.ts';
import { withoutTenant, withTenant } from '../db/transaction.ts';
import { openBirthDate } from '../patients/birth-date.ts';
import type { Services } from '../services.ts';
import { takeProvisional } from './queries.ts';

// Small enough that nobody waits for a row, rare enough that half a core stays free.
const BATCH = 5;

/**
 * Puts argon2id in place of the quick hashes of imported patients (docs/decisions/012-provisional-secrets.md), clinic by
 * clinic, a few at a time, until none is left or it is stopped. Processes share the work: each takes rows that no other
 * holds. Returns how many hashes were replaced.
 */
export async function rehashAll(services: Services, stopped?: AbortSignal): Promise<number> {
  const clinics = await withoutTenant(services.pool, listClinics);
  let count = 0;
  for (const { id } of clinics) {
    if (stopped?.aborted) break;
    count += await rehashClinic(services, id, stopped);
  }
  return count;
}

async function rehashClinic(services: Services, clinicId: string, stopped?: AbortSignal): Promise<number> {
  let count = 0;
  while (true) {
    const started = performance.now();
    const done = await rehashSome(services, clinicId);
    count += done;
    if (done < BATCH || stopped?.aborted) return count;
    await rest(performance.now() - started, stopped);
  }
}

async function rehashSome({ pool, keys }: Services, clinicId: string): Promise<number> {
  return withTenant(pool, clinicId, async (db) => {
    const patients = await takeProvisional(db, clinicId, BATCH);
    for (const patient of patients) {
      const renewed = await hashSecret(keys, openBirthDate(keys, patient));
      await replaceHash(db, clinicId, { patientId: patient.id }, { old: patient.secret_hash, renewed });
    }
    return patients.length;
  });
}

async function rest(milliseconds: number, stopped: AbortSignal | undefined): Promise<void> {
  // Being stopped ends the rest early, and that is all the error says.
  await pause(milliseconds, undefined, { ref: false, ...(stopped && { signal: stopped }) }).catch(
    () => undefined,
  );
}
