import { useState } from 'react';
import type { AdminPatient } from '../../../contract/patients.ts';
import { assignText, patientText } from '../../../text/patients.ts';
import { codeOf, fieldErrorsOf, isNetworkFailure, reasonOf, statusOf } from '../../api/failure.ts';
import { refreshAnswers, useChange } from '../../api/queries.ts';
import { showAlert, showFailure, showNotice } from '../../api/messages.ts';
import { patientLists } from './patient-lists.ts';

/** The state of the form that gives a patient to another clinician; `success` is said once that is done. */
export function useAssignPatient(patient: AdminPatient, success: string, onClose: () => void) {
  const [chosen, setChosen] = useState('');
  const [problems, setProblems] = useState<{ clinician?: string }>({});
  const assign = useChange('assignPatient', { refreshes: patientLists });

  async function send(clinician_to: string) {
    const body = { patient_id: patient.id, clinician_from: patient.clinician_id, clinician_to };
    try {
      await assign.mutateAsync({ body });
      onClose();
      void showNotice(success);
    } catch (error) {
      const isElsewhere = codeOf(error) === 'patient_moved' || codeOf(error) === 'not_found';
      if (isElsewhere) onClose();
      if (isElsewhere) void refreshAnswers(patientLists);
      // Whoever was chosen is no choice any more.
      if (isUnknown(error)) setChosen('');
      if (isUnknown(error)) void refreshAnswers(['listClinicians']);
      void tellFailure(error);
    }
  }

  function submit() {
    setProblems(chosen === '' ? { clinician: assignText.missing } : {});
    if (chosen !== '' && !assign.isPending) void send(chosen);
  }
  return { chosen, problems, isPending: assign.isPending, choose: setChosen, submit };
}

const isUnknown = (error: unknown) => fieldErrorsOf(error)['clinician_to'] !== undefined;

function tellFailure(error: unknown): Promise<void> {
  if (isNetworkFailure(error) || statusOf(error) === 401) return showFailure('assign', error);
  return showAlert({ text: [assignText.failure, explanationOf(error)].filter(Boolean).join(' ') });
}

function explanationOf(error: unknown): string | undefined {
  if (codeOf(error) === 'not_found') return patientText.gone;
  if (codeOf(error) === 'patient_moved') return assignText.moved;
  return statusOf(error) === 503 || isUnknown(error) ? reasonOf(error) : undefined;
}
