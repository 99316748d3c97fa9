import { useState } from 'react';
import { patientProblemText, registerText } from '../../../text/patients.ts';
import { config } from '../../api/config.ts';
import { codeOf, fieldErrorsOf } from '../../api/failure.ts';
import { useChange } from '../../api/queries.ts';
import { showFailure } from '../../frame/messages.ts';
import { today } from '../windows/today.ts';
import {
  emptyForm,
  type PatientForm,
  type PatientProblems,
  patientProblems,
  refusedFields,
  registrationOf,
} from './patient-form.ts';
import { patientLists } from './patient-lists.ts';

/** The state of the form that registers patients; `clinician` is chosen beforehand. */
export function useRegisterPatient(clinician: string, onClose: () => void) {
  const [form, setForm] = useState(() => emptyForm(today(), clinician));
  const [problems, setProblems] = useState<PatientProblems>({});
  const [done, setDone] = useState<string>();
  const register = useChange('registerPatient', { refreshes: patientLists });

  async function send(andMore: boolean) {
    try {
      await register.mutateAsync({ body: registrationOf(form) });
    } catch (error) {
      return refuse(error);
    }
    if (!andMore) return onClose();
    setDone(registerText.created(form.code.trim()));
    setForm(emptyForm(today(), clinician));
  }

  function refuse(error: unknown): void {
    if (codeOf(error) === 'code_taken') return setProblems({ code: patientProblemText.codeTaken });
    const refused = refusedFields(fieldErrorsOf(error));
    setProblems(refused);
    if (Object.keys(refused).length === 0) void showFailure('register', error);
  }

  function submit(andMore: boolean) {
    const found = patientProblems(form, today(), config().product_name);
    setProblems(found);
    setDone(undefined);
    if (Object.keys(found).length === 0 && !register.isPending) void send(andMore);
  }

  const change = (changed: Partial<PatientForm>) => setForm({ ...form, ...changed });
  return { form, problems, done, isPending: register.isPending, change, submit };
}
