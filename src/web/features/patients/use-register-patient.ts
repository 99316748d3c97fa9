import { useState } from 'react';
import { patientProblemText, registerText } from '../../../text/patients.ts';
import { config } from '../../api/config.ts';
import { codeOf, fieldErrorsOf } from '../../api/failure.ts';
import { refreshAnswers, useChange } from '../../api/queries.ts';
import { showFailure } from '../../api/messages.ts';
import { today } from '../../api/clinic-time.ts';
import { emptyForm, patientProblems, refusedFields, registrationOf } from './patient-form.ts';
import { patientLists } from './patient-lists.ts';
import { usePatientForm } from './use-patient-form.ts';

/** The state of the form that registers patients; `clinician` is chosen beforehand. */
export function useRegisterPatient(clinician: string, onClose: () => void) {
  const state = usePatientForm(() => emptyForm(today(), clinician));
  const { form, refuse, restart } = state;
  const [done, setDone] = useState<string>();
  const register = useChange('registerPatient', { refreshes: patientLists });

  async function send(andMore: boolean) {
    try {
      await register.mutateAsync({ body: registrationOf(form) });
    } catch (error) {
      return tellRefusal(error);
    }
    if (!andMore) return onClose();
    setDone(registerText.created(form.code.trim()));
    restart(emptyForm(today(), clinician));
  }

  function tellRefusal(error: unknown): void {
    if (codeOf(error) === 'code_taken') return refuse({ code: patientProblemText.codeTaken });
    const refused = refusedFields(fieldErrorsOf(error));
    refuse(refused);
    // Who was deactivated meanwhile is not to be chosen again.
    if (refused.clinician !== undefined) void refreshAnswers(['listClinicians']);
    if (Object.keys(refused).length === 0) void showFailure('register', error);
  }

  function submit(andMore: boolean) {
    const found = patientProblems(form, today(), config().product_name);
    refuse(found);
    setDone(undefined);
    if (Object.keys(found).length === 0 && !register.isPending) void send(andMore);
  }
  return { ...state, done, isPending: register.isPending, submit };
}
