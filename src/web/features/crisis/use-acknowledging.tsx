import { useState } from 'react';
import { leavesOpen, type CrisisAct } from '../../../domain/crisis.ts';
import { crisisText as text } from '../../../text/crisis-events.ts';
import { showFailure } from '../../api/failed-action.ts';
import { refreshAnswers, useChange } from '../../api/queries.ts';
import type { Elements } from '../../ui/elements.ts';
import { AcknowledgeModal } from './AcknowledgeModal.tsx';
import type { CrisisEvent, MarkedPatient } from './use-crisis-events.ts';

type Acknowledging = {
  /** The open form. */
  modal: Elements;
  acknowledge: (event: CrisisEvent) => void;
  /** Makes the treating clinician responsible again. */
  takeBack: (event: CrisisEvent, clinicianId: string) => void;
  /** What was done here, as a sentence. */
  done: string | undefined;
};

const everything = ['listOwnPatients', 'listCrisisEvents', 'getClinicianReport'] as const;

/** True if the acknowledgement of one event ends the sight of a colleague on the patient (product 19.4). */
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
  const [done, setDone] = useState<string>();
  const taking = useChange('acknowledgeCrisisEvent', { refreshes: everything });
  // A colleague whose sight ends would be refused the events and the report.
  const staleAfter = (act: CrisisAct) =>
    endsSight(patient, events) && !leavesOpen(act) ? (['listOwnPatients'] as const) : everything;
  const modal = chosen && (
    <AcknowledgeModal
      patientId={patient.id}
      event={chosen}
      refresh={(act) => refreshAnswers(staleAfter(act))}
      onDone={(act) => {
        setChosen(null);
        setDone(leavesOpen(act) ? text.doneFor[act] : text.done);
        if (!leavesOpen(act)) onSightEnded?.();
      }}
      onClose={() => setChosen(null)}
    />
  );
  const acknowledge = (event: CrisisEvent) => {
    setDone(undefined);
    setChosen(event);
  };
  const takeBack = (event: CrisisEvent, clinicianId: string) => {
    setDone(undefined);
    const body = { done: 'handed_over', to: clinicianId, note: '' } as const;
    taking.mutate(
      { params: { id: event.id }, body },
      {
        onSuccess: () => setDone(text.doneFor.taken_back),
        onError: (error) => void showFailure('takeBack', error),
      },
    );
  };
  return { modal, acknowledge, takeBack, done };
}
