import { type FormEvent, useId } from 'react';
import type { AdminPatient } from '../../../contract/patients.ts';
import { editText as text, endReasonText, patientFormText } from '../../../text/patients.ts';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { sessionCountProblem } from './patient-form.ts';
import { PatientFields, type PatientFieldsProps } from './PatientFields.tsx';
import css from './patients.module.css';
import { useEditPatient } from './use-edit-patient.ts';

/** Edits a patient: all fields but the code, and how the therapy ended (product 2). */
export function EditPatient({ patient, onClose }: { patient: AdminPatient; onClose: () => void }) {
  const formId = useId();
  const { form, problems, shown, isMoved, isPending, change, submit } = useEditPatient(patient, onClose);
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <Modal
      title={text.title(patient.code)}
      size="large"
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button type="submit" form={formId} pending={isPending}>
            {text.save}
          </Button>
        </>
      }
    >
      <Form id={formId} problems={problems} onSubmit={submitForm}>
        <PatientFields
          form={form}
          problems={shown}
          change={change}
          datesRemark={isMoved && <Notice tone="warning">{text.datesWarning}</Notice>}
        />
        <TherapyEnd form={form} problems={shown} change={change} />
      </Form>
    </Modal>
  );
}

const reasons = Object.entries(endReasonText).map(([value, label]) => ({ value, label }));

function TherapyEnd({ form, problems, change }: PatientFieldsProps) {
  return (
    <fieldset className={css.group}>
      <legend>{patientFormText.therapyEnd}</legend>
      <div className={css.pair}>
        <SelectField
          label={patientFormText.end_reason}
          value={form.end_reason}
          options={reasons}
          placeholder={patientFormText.noEndReason}
          onChange={(end_reason) => change({ end_reason })}
        />
        <TextField
          label={patientFormText.session_count}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={form.session_count}
          error={sessionCountProblem(form.session_count) ?? problems.session_count}
          onChange={(session_count) => change({ session_count })}
        />
      </div>
    </fieldset>
  );
}
