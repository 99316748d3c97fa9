export type Transferable = { id: string; code: string };

/** What became of one patient: transferred, kept with a sentence that says why, or not known without the server. */
export type OneOutcome = 'transferred' | 'offline' | { reason: string };

/** A patient who stayed, and why. */
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
  transferOne: (patient: Transferable) => Promise<OneOutcome>;
  onProgress: (transferred: number) => void;
  shouldStop: () => boolean;
};

// More at a time would only queue up at the server, which other people use as well.
const AT_A_TIME = 3;

/**
 * Transfers patients one by one (product 7: one call per patient). A refusal keeps its patient and the others go on; without
 * the server the rest is left. What was transferred stays so, whatever comes after.
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
  // Who stops at the very last patient has stopped nothing.
  if (transferred.size + refused.length === patients.length) end = 'tried_all';
  return { end, transferred, refused };
}
