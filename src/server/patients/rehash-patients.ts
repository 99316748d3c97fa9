import { setTimeout as pause } from 'node:timers/promises';
import { hashSecret } from '../login/password-hash.ts';
import { replaceHash } from '../login/queries.ts';
import { clinicsWithWork } from '../database/across-queries.ts';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import { openBirthDate } from '../keys/patient-cells.ts';
import type { Services } from '../services.ts';
import { takeProvisional } from './import-queries.ts';

// Small enough that no login waits long for the lock of a row.
const BATCH = 5;

/**
 * Replaces the quick hashes of imported patients by argon2id (record 012), a few at a time, until none is left or the
 * signal stops it. Several processes share the work. Returns the number of replaced hashes.
 */
export async function rehashAll(services: Services, stopped?: AbortSignal): Promise<number> {
  const clinics = await withoutTenant(services.pool, (db) => clinicsWithWork(db, 'quick_hashes'));
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

// Rests as long as the last step took, so that half of a core stays free.
async function rest(milliseconds: number, stopped: AbortSignal | undefined): Promise<void> {
  // The pause rejects when the signal stops it early; the caller looks at the signal itself.
  await pause(milliseconds, undefined, { ref: false, ...(stopped && { signal: stopped }) }).catch(
    () => undefined,
  );
}
