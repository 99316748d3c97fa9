import { useState } from 'react';
import { refreshAnswers } from '../../api/queries.ts';
import type { Elements } from '../../ui/elements.ts';
import { AcknowledgeModal } from './AcknowledgeModal.tsx';
import type { CrisisEvent, MarkedPatient } from './use-crisis-events.ts';

type Acknowledging = {
  /** The open form. */
  modal: Elements;
  acknowledge: (event: CrisisEvent) => void;
  /** True after an event was acknowledged here. */
  isDone: boolean;
};

/** True if the acknowledgement of one event ends the sight of a deputy on the patient (product 19.4). */
export function endsSight({ as_deputy }: Pick<MarkedPatient, 'as_deputy'>, events: readonly CrisisEvent[]) {
  return as_deputy && events.filter(({ acknowledged }) => acknowledged === null).length <= 1;
}

/** The form to acknowledge an event. Afterwards it reloads the lists that have changed. */
export function useAcknowledging(
  patient: Pick<MarkedPatient, 'id' | 'as_deputy'>,
  events: readonly CrisisEvent[],
  onSightEnded?: (() => void) | undefined,
): Acknowledging {
  const [chosen, setChosen] = useState<CrisisEvent | null>(null);
  const [isDone, setIsDone] = useState(false);
  // A deputy whose sight ends would be refused the events and the report.
  const stale = endsSight(patient, events)
    ? (['listOwnPatients'] as const)
    : (['listOwnPatients', 'listCrisisEvents', 'getClinicianReport'] as const);
  const modal = chosen && (
    <AcknowledgeModal
      patientId={patient.id}
      event={chosen}
      refresh={() => refreshAnswers(stale)}
      onDone={() => {
        setChosen(null);
        setIsDone(true);
        onSightEnded?.();
      }}
      onClose={() => setChosen(null)}
    />
  );
  const acknowledge = (event: CrisisEvent) => {
    setIsDone(false);
    setChosen(event);
  };
  return { modal, acknowledge, isDone };
}
