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
const LOOK_EVERY_MS = 30_000;

export type Rehashing = { stop(): Promise<void> };

/**
 * Puts argon2id in place of the quick hashes of imported patients, a few at a time, as long as the server runs
 * (docs/decisions/020-provisional-secrets.md). Processes share the work: each takes rows that no other holds.
 */
export function startRehashing(services: Services): Rehashing {
  const stopped = new AbortController();
  const running = keepRehashing(services, stopped.signal);
  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

async function keepRehashing(services: Services, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    try {
      await rehashAll(services, stopped);
    } catch (error) {
      // A database that is away for a while is told elsewhere; the work waits.
      services.log.warn({ err: error }, 'imported secrets wait for their final hash');
    }
    await rest(LOOK_EVERY_MS, stopped);
  }
}

/** Works through every clinic once; returns how many hashes were replaced. */
export async function rehashAll(services: Services, stopped?: AbortSignal): Promise<number> {
  const clinics = await withoutTenant(services.pool, listClinics);
  let count = 0;
  for (const { id } of clinics) count += await rehashClinic(services, id, stopped);
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
