import { type FormEvent, useId } from 'react';
import type { AdminPatient } from '../../../contract/patients.ts';
import { assignText as text } from '../../../text/patients.ts';
import { uiText } from '../../../text/ui.ts';
import { failureSentence } from '../../api/messages.ts';
import { useAnswer } from '../../api/queries.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useAssignPatient } from './use-assign-patient.ts';

type AssignPatientProps = {
  patient: AdminPatient;
  /** What the user should know beforehand. */
  remark?: string;
  /** What is said once it is done. */
  success: string;
  onClose: () => void;
};

/** Gives one patient to another clinician of the clinic. */
export function AssignPatient({ patient, remark, success, onClose }: AssignPatientProps) {
  const formId = useId();
  const assignment = useAssignPatient(patient, success, onClose);
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    assignment.submit();
  };
  return (
    <Modal
      title={text.title}
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button type="submit" form={formId} pending={assignment.isPending}>
            {text.submit}
          </Button>
        </>
      }
    >
      <p>{text.lead(patient.code, patient.clinician_username)}</p>
      <Form id={formId} problems={assignment.problems} onSubmit={submitForm}>
        <Others
          without={patient.clinician_id}
          value={assignment.chosen}
          error={assignment.problems.clinician}
          onChange={assignment.choose}
        />
      </Form>
      {remark && <p>{remark}</p>}
    </Modal>
  );
}

type OthersProps = {
  without: string;
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
};

/** The enabled clinicians but one. */
function Others({ without, value, error, onChange }: OthersProps) {
  const { data, error: failure, refetch } = useAnswer('listClinicians');
  if (failure && !data)
    return <LoadFailed sentence={failureSentence('listClinicians', failure)} retry={refetch} />;
  if (!data) return <Spinner />;
  const others = data.clinicians.filter(({ id, enabled }) => enabled && id !== without);
  if (others.length === 0) return <Notice tone="info">{text.nobody}</Notice>;
  return (
    <SelectField
      label={text.clinician}
      value={value}
      error={error}
      onChange={onChange}
      options={others.map(({ id, username }) => ({ value: id, label: username }))}
    />
  );
}
