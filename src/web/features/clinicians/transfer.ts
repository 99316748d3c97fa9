export type Transferable = { id: string; code: string };

/** The outcome for one patient: transferred, refused for a reason, or unknown because the server was not reached. */
export type OneOutcome = 'transferred' | 'offline' | { reason: string };

/** A patient without a transfer, and the reason. */
export type NotTransferred = Transferable & { reason: string };

/** The end of a transfer: every patient was tried, the admin stopped it, or the server was not reached. */
export type TransferEnd = 'tried_all' | 'stopped' | 'offline';

export type TransferOutcome = {
  end: TransferEnd;
  /** The ids of the transferred patients. */
  transferred: ReadonlySet<string>;
  refused: readonly NotTransferred[];
};

type Transfer = {
  patients: readonly Transferable[];
  transferOne: (patient: Transferable) => Promise<OneOutcome>;
  onProgress: (transferred: number) => void;
  shouldStop: () => boolean;
};

// More calls at a time would only queue up at the server and slow down other users.
const AT_A_TIME = 3;

/**
 * Transfers patients one by one (product 7.2: one call per patient). A refused patient does not stop the others. If the
 * server is not reached, the remaining patients are not tried.
 */
export async function transferEach(transfer: Transfer): Promise<TransferOutcome> {
  const { patients, transferOne, onProgress, shouldStop } = transfer;
  const transferred = new Set<string>();
  const refused: NotTransferred[] = [];
  let end: TransferEnd = 'tried_all';
  const queue = patients.values();
  // Each worker takes the next patient from the one queue.
  const work = async () => {
    for (const patient of queue) {
      const outcome = await transferOne(patient);
      if (outcome === 'offline') end = 'offline';
      else if (outcome === 'transferred') transferred.add(patient.id);
      else refused.push({ ...patient, reason: outcome.reason });
      onProgress(transferred.size);
      if (end === 'tried_all' && shouldStop()) end = 'stopped';
      if (end !== 'tried_all') return;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  // A stop after the last patient had no effect.
  if (transferred.size + refused.length === patients.length) end = 'tried_all';
  return { end, transferred, refused };
}
