import { accountKey, userKey } from '../login/limit-keys.ts';
import { cellPlace } from '../keys/cells.ts';
import type { Db } from '../database/transaction.ts';
import { decryptField, type Keys } from '../keys/keys.ts';
import * as queries from './queries.ts';

/**
 * Erases a patient (R66): all rows, the memory of limits and repeated calls, and the data key. The next list of keys then
 * closes their rows in older backups. The audit trail keeps the erasure under the random id; sealed rows that name the
 * patient are emptied. Call it in one transaction.
 */
export async function erasePatient(
  db: Db,
  keys: Keys,
  patient: queries.ErasedPatient,
  by: queries.Eraser,
): Promise<void> {
  const { clinicId, id, code } = patient;
  await queries.forgetAttempts(db, clinicId, {
    accountKey: accountKey(keys, clinicId, 'patient', code),
    userKey: userKey(keys, clinicId, id),
  });
  await forgetStoredCalls(db, keys, patient);
  await queries.deletePatient(db, patient, by);
}

// Stored answers to the patient's calls, and to calls of others that name the patient.
async function forgetStoredCalls(
  db: Db,
  keys: Keys,
  { clinicId, id, code }: queries.ErasedPatient,
): Promise<void> {
  for (const call of await queries.storedCalls(db, clinicId)) {
    const { userId, key, cell } = call;
    const answer = cell
      ? decryptField(keys, cell, cellPlace('idempotency_keys|answer_encrypted', { clinicId, userId, key }))
      : '';
    const names = userId === id || answer.includes(id) || answer.includes(JSON.stringify(code));
    if (names) await queries.deleteStoredCall(db, clinicId, call);
  }
}
