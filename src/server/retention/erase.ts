import { accountKey, userKey } from '../auth/limit-keys.ts';
import { cellPlace } from '../keys/cells.ts';
import type { Db } from '../db/transaction.ts';
import { decryptField, type Keys } from '../keys/keys.ts';
import * as queries from './queries.ts';

/**
 * Erases a patient (R66): every row that belongs to them, what limits and repeated calls remember of them, and their data
 * key, so that with the next list of keys every older backup has lost them, too. The trail keeps that it happened,
 * under the random id alone; its sealed rows that name the patient are emptied. Belongs into one transaction.
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
  const sessionIds = await queries.sessionIdsOf(db, patient);
  await queries.deletePatient(db, patient);
  await queries.eraseFromAudit(db, { patientId: id, sessionIds }, by);
}

// Their own calls, and answers to others that name them.
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
