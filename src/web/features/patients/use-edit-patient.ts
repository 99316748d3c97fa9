import type { AdminPatient } from '../../../contract/patients.ts';
import type { Answer } from '../../../contract/routes.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { belongsToWindow } from '../../../domain/statuses.ts';
import { editText, patientProblemText, windowTypeText } from '../../../text/patients.ts';
import { config } from '../../api/config.ts';
import { codeOf, fieldErrorsOf } from '../../api/failure.ts';
import { refreshAnswers, useChange } from '../../api/queries.ts';
import { showAlert, showFailure, showNotice } from '../../api/messages.ts';
import { dayOf, today } from '../../api/clinic-time.ts';
import { areDatesMoved, editOf, formOf, patientProblems, refusedFields } from './patient-form.ts';
import { patientLists } from './patient-lists.ts';
import { tellGone } from './tell-gone.ts';
import { usePatientForm } from './use-patient-form.ts';

/** The state of the form that edits a patient. */
export function useEditPatient(patient: AdminPatient, onClose: () => void) {
  const state = usePatientForm(() => formOf(patient));
  const { form, refuse } = state;
  const edit = useChange('editPatient', { refreshes: patientLists });

  async function send() {
    try {
      const { surveys } = await edit.mutateAsync({ params: { id: patient.id }, body: editOf(patient, form) });
      onClose();
      // What an earlier edit did was said then.
      if (surveys.length > 0 && areDatesMoved(form, patient))
        void showNotice(editText.detached(wordsFor(surveys, patient)));
    } catch (error) {
      tellRefusal(error);
    }
  }

  function tellRefusal(error: unknown): void {
    if (codeOf(error) === 'not_found') {
      onClose();
      return void tellGone();
    }
    // What was typed stays; with the lists as they are now it can be sent again.
    if (codeOf(error) === 'patient_moved') {
      void refreshAnswers(patientLists);
      return void showAlert({ text: editText.moved });
    }
    if (codeOf(error) === 'code_taken') return void showNotice(patientProblemText.codeTaken);
    // The form has no field for the code, which only the change of the ID touches.
    const { code, ...refused } = refusedFields(fieldErrorsOf(error));
    refuse(refused);
    if (code !== undefined || Object.keys(refused).length === 0) void showFailure('editPatient', error);
  }

  function submit() {
    const found = patientProblems(form, today(), config().product_name);
    refuse(found);
    if (Object.keys(found).length === 0 && !edit.isPending) void send();
  }

  return { ...state, isMoved: areDatesMoved(form, patient), isPending: edit.isPending, submit };
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
