import { useEffect, useRef, useState } from 'react';
import { transferText as text } from '../../../text/clinicians.ts';
import { repeatableCall } from '../../api/call.ts';
import { isNetworkFailure, reasonOf } from '../../api/failure.ts';
import { refreshAnswers } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { clinicianLists } from './deputy.ts';
import { type OneOutcome, type Transferable, type TransferOutcome, transferEach } from './transfer.ts';

/** The state of a transfer. `transferred` counts the patients of all attempts, out of `total`. */
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

/** Transfers patients from one clinician to another. The remaining patients can be tried again. */
export function useTransfer() {
  const [state, setState] = useState<TransferState>({ kind: 'choosing' });
  const shouldStop = useRef(false);
  // A transfer stops when the user leaves the page. Each patient is transferred wholly or not at all.
  useEffect(() => () => void (shouldStop.current = true), []);

  async function run(patients: readonly Transferable[], from: string, to: string): Promise<TransferOutcome> {
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

/** Assigns one patient to another clinician. */
export async function transferOne(id: string, from: string, to: string): Promise<OneOutcome> {
  const body = { patient_id: id, clinician_from: from, clinician_to: to };
  const callOnce = repeatableCall();
  try {
    await callOnce('assignPatient', { body }).catch((error: unknown) => {
      if (!isNetworkFailure(error)) throw error;
      // Perhaps only the answer was lost. The server answers a repetition with the outcome of the first call (R26).
      return callOnce('assignPatient', { body });
    });
    return 'transferred';
  } catch (error) {
    // Without a session the other patients would fail in the same way.
    if (isNetworkFailure(error) || !session.get()) return 'offline';
    return { reason: reasonOf(error) || text.unknownReason };
  }
}
