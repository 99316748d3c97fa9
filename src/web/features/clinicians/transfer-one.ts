import { transferText as text } from '../../../text/clinicians.ts';
import { call } from '../../api/call.ts';
import { isNetworkFailure, reasonOf } from '../../api/failure.ts';
import { newKey } from '../../api/retry-key.ts';
import { session } from '../../api/session.ts';
import type { OneOutcome } from './transfer.ts';

/** Gives one patient to another clinician. */
export async function transferOne(id: string, from: string, to: string): Promise<OneOutcome> {
  const body = { patient_id: id, clinician_from: from, clinician_to: to };
  const key = newKey();
  try {
    await call('assignPatient', { body, key }).catch((error: unknown) => {
      if (!isNetworkFailure(error)) throw error;
      // It may have been the answer that was lost: with the same key the server tells what became of it (R26).
      return call('assignPatient', { body, key });
    });
    return 'transferred';
  } catch (error) {
    // Without a session each of the others would fail alike.
    if (isNetworkFailure(error) || !session.get()) return 'offline';
    return { reason: reasonOf(error) || text.unknownReason };
  }
}
