import { call, newKey } from '../../api/call.ts';
import { CallFailed, isNetworkFailure } from '../../api/failure.ts';
import { session } from '../../api/session.ts';
import { transferText as text } from '../../../text/clinicians.ts';

export type Transferable = { id: string; code: string };

/** A patient who stayed, and the sentence that says why. */
export type NotTransferred = Transferable & { reason: string };

/** How a transfer ended: with every patient tried, by the person, or because the server was not reached. */
export type TransferEnd = 'tried_all' | 'stopped' | 'offline';

export type TransferOutcome = {
  end: TransferEnd;
  /** The ids of those who were transferred. */
  transferred: ReadonlySet<string>;
  refused: readonly NotTransferred[];
};

type Transfer = {
  patients: readonly Transferable[];
  from: string;
  to: string;
  onProgress: (transferred: number) => void;
  shouldStop: () => boolean;
};

// More at a time would only queue up at the server, which other people use as well.
const AT_A_TIME = 3;

/**
 * Transfers patients with one call for each (spec 7). A refusal keeps its patient and the others go on; without the
 * server the rest is left. What was transferred stays so, whatever comes after.
 */
export async function transferEach(transfer: Transfer): Promise<TransferOutcome> {
  const { patients, onProgress, shouldStop } = transfer;
  const transferred = new Set<string>();
  const refused: NotTransferred[] = [];
  let end: TransferEnd = 'tried_all';
  const queue = patients.values();
  // Each worker takes the next patient from the one queue.
  const work = async () => {
    for (const patient of queue) {
      const result = await transferOne(patient, transfer);
      if (result === 'offline') end = 'offline';
      else if (result === 'transferred') transferred.add(patient.id);
      else refused.push({ ...patient, reason: result.reason });
      onProgress(transferred.size);
      if (end === 'tried_all' && shouldStop()) end = 'stopped';
      if (end !== 'tried_all') return;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  // Stopped at the very last patient is not stopped.
  if (transferred.size + refused.length === patients.length) end = 'tried_all';
  return { end, transferred, refused };
}

type One = 'transferred' | 'offline' | { reason: string };

async function transferOne(patient: Transferable, { from, to }: Transfer): Promise<One> {
  const body = { patient_id: patient.id, clinician_from: from, clinician_to: to };
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
    const reason = error instanceof CallFailed ? error.problem?.title : undefined;
    return { reason: reason ?? text.unknownReason };
  }
}
