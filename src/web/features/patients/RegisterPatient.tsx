import { type FormEvent, useEffect, useId } from 'react';
import { patientFormText, registerText as text } from '../../../text/patients.ts';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ClinicianField } from './ClinicianField.tsx';
import { CodeField } from './CodeField.tsx';
import { PatientFields } from './PatientFields.tsx';
import { useRegisterPatient } from './use-register-patient.ts';

type RegisterPatientProps = {
  /** The username that is chosen beforehand, or ''. */
  clinician: string;
  /** The codes of the patients there are. */
  codes: readonly string[];
  onClose: () => void;
};

/** Registers one patient, or one after the other (product 4). */
export function RegisterPatient({ clinician, codes, onClose }: RegisterPatientProps) {
  const formId = useId();
  const { form, problems, shown, done, isPending, change, submit } = useRegisterPatient(clinician, onClose);
  useEffect(() => {
    // The next one starts where this one did.
    if (done) document.querySelector<HTMLInputElement>(`#${CSS.escape(formId)} input`)?.focus();
  }, [done, formId]);
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    submit(false);
  };
  return (
    <Modal
      title={text.title}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button look="secondary" pending={isPending} onClick={() => submit(true)}>
            {text.createMore}
          </Button>
          <Button type="submit" form={formId} pending={isPending}>
            {text.create}
          </Button>
        </>
      }
    >
      {done && <Notice tone="success">{done}</Notice>}
      <Form id={formId} problems={problems} onSubmit={submitForm}>
        <CodeField value={form.code} error={shown.code} codes={codes} onChange={(code) => change({ code })} />
        <ClinicianField
          label={patientFormText.clinician}
          value={form.clinician}
          error={shown.clinician}
          onChange={(username) => change({ clinician: username })}
        />
        <PatientFields form={form} problems={shown} change={change} />
        {form.diagnoses.length > 1 && <Notice tone="info">{patientFormText.firstDiagnosisOnly}</Notice>}
      </Form>
    </Modal>
  );
}
