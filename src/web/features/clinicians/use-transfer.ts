import { useEffect, useRef, useState } from 'react';
import { refreshAnswers } from '../../api/queries.ts';
import { clinicianLists } from './employee.ts';
import { transferOne } from './transfer-one.ts';
import { type Transferable, type TransferOutcome, transferEach } from './transfer.ts';

/** Where a transfer stands. `transferred` counts over all attempts, of `total` patients. */
export type TransferState =
  | { kind: 'choosing' }
  | { kind: 'running'; transferred: number; total: number; isStopping: boolean }
  | {
      kind: 'ended';
      transferred: number;
      total: number;
      rest: readonly Transferable[];
      outcome: TransferOutcome;
    };

/** Transfers the patients of one clinician; what is left over can be tried again. */
export function useTransfer(from: string) {
  const [state, setState] = useState<TransferState>({ kind: 'choosing' });
  const shouldStop = useRef(false);
  // Whoever leaves the page stops the transfer; it is never half of a patient.
  useEffect(() => () => void (shouldStop.current = true), []);

  async function run(patients: readonly Transferable[], to: string): Promise<TransferOutcome> {
    const before = state.kind === 'ended' ? state.transferred : 0;
    const total = before + patients.length;
    shouldStop.current = false;
    setState({ kind: 'running', transferred: before, total, isStopping: false });
    const outcome = await transferEach({
      patients,
      transferOne: ({ id }) => transferOne(id, from, to),
      onProgress: (transferred) =>
        setState({
          kind: 'running',
          transferred: before + transferred,
          total,
          isStopping: shouldStop.current,
        }),
      shouldStop: () => shouldStop.current,
    });
    await refreshAnswers(clinicianLists);
    const rest = patients.filter(({ id }) => !outcome.transferred.has(id));
    setState({ kind: 'ended', transferred: before + outcome.transferred.size, total, rest, outcome });
    return outcome;
  }

  function stop() {
    shouldStop.current = true;
    if (state.kind === 'running') setState({ ...state, isStopping: true });
  }

  return { state, run, stop };
}
