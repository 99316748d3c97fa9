import { useState } from 'react';
import type { AdminPatient } from '../../../contract/patients.ts';
import type { Answer } from '../../../contract/routes.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { belongsToWindow } from '../../../domain/statuses.ts';
import { editText, patientProblemText, windowTypeText } from '../../../text/patients.ts';
import { config } from '../../api/config.ts';
import { codeOf, fieldErrorsOf } from '../../api/failure.ts';
import { useChange } from '../../api/queries.ts';
import { showFailure, showNotice } from '../../frame/messages.ts';
import { dayOf, today } from '../windows/today.ts';
import {
  areDatesMoved,
  editOf,
  formOf,
  type PatientForm,
  type PatientProblems,
  patientProblems,
  refusedFields,
} from './patient-form.ts';
import { patientLists } from './patient-lists.ts';

/** The state of the form that edits a patient. */
export function useEditPatient(patient: AdminPatient, onClose: () => void) {
  const [form, setForm] = useState(() => formOf(patient));
  const [problems, setProblems] = useState<PatientProblems>({});
  const edit = useChange('editPatient', { refreshes: patientLists });

  async function send() {
    try {
      const { surveys } = await edit.mutateAsync({ params: { id: patient.id }, body: editOf(patient, form) });
      onClose();
      if (surveys.length > 0) void showNotice(editText.detached(wordsFor(surveys, patient)));
    } catch (error) {
      refuse(error);
    }
  }

  function refuse(error: unknown): void {
    if (codeOf(error) === 'code_taken') return void showNotice(patientProblemText.codeTaken);
    const refused = refusedFields(fieldErrorsOf(error));
    setProblems(refused);
    if (Object.keys(refused).length === 0) void showFailure('editPatient', error);
  }

  function submit() {
    const found = patientProblems(form, today(), config().product_name);
    setProblems(found);
    if (Object.keys(found).length === 0 && !edit.isPending) void send();
  }

  const change = (changed: Partial<PatientForm>) => setForm({ ...form, ...changed });
  const isMoved = areDatesMoved(form, patient);
  return { form, problems, isMoved, isPending: edit.isPending, change, submit };
}

/** The surveys that lie in no window any more, by the measurement points they had before. */
function wordsFor(surveys: Answer<'editPatient'>['surveys'], patient: AdminPatient): string {
  const zone = config().time_zone;
  const words = surveys.map((survey) => {
    const before = patient.survey_time_windows.find((window) => belongsToWindow(survey, window, zone));
    const day = formatIsoDate(dayOf(survey.update_time));
    return editText.detachedSurvey(before?.label ?? windowTypeText[survey.stw_type], day);
  });
  return words.join(', ');
}
