import type { AdminPatient } from '../../../contract/patients.ts';
import { assignText as text, patientText } from '../../../text/patients.ts';
import { codeOf, fieldErrorsOf, isNetworkFailure, reasonOf, statusOf } from '../../api/failure.ts';
import { showFailure } from '../../api/failed-action.ts';
import { showAlert, showNotice } from '../../api/messages.ts';
import { refreshAnswers, refreshing, useAnswer } from '../../api/queries.ts';
import { useForm } from '../../api/use-form.ts';
import { FormModal } from '../../ui/FormModal.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { patientLists } from './patient-lists.ts';

type AssignPatientProps = {
  patient: AdminPatient;
  /** A remark above the form. */
  remark?: string;
  /** The notice after the assignment. */
  success: string;
  onClose: () => void;
};

/** Assigns one patient to another clinician of the clinic. */
export default function AssignPatient({ patient, remark, success, onClose }: AssignPatientProps) {
  const form = useForm({
    defaults: { clinician: '' },
    check: ({ clinician }) => ({ clinician: clinician === '' ? text.missing : undefined }),
    send: ({ clinician }, call) => {
      const body = { patient_id: patient.id, clinician_from: patient.clinician_id, clinician_to: clinician };
      return refreshing(patientLists, call('assignPatient', { body }));
    },
    onRefused: (error) => {
      if (codeOf(error) === 'patient_moved' || codeOf(error) === 'not_found') {
        onClose();
        void refreshAnswers(patientLists);
      }
      if (isUnknown(error)) {
        form.change({ clinician: '' });
        void refreshAnswers(['listClinicians']);
      }
      void showRefusal(error);
      return undefined;
    },
    onDone: () => {
      onClose();
      void showNotice(success);
    },
  });
  return (
    <FormModal
      title={text.title}
      form={form}
      submit={text.submit}
      lead={<p>{text.lead(patient.code, patient.clinician_username)}</p>}
      foot={remark && <p>{remark}</p>}
      onClose={onClose}
    >
      <OtherClinicians {...form.field('clinician')} without={patient.clinician_id} />
    </FormModal>
  );
}

/** True if the chosen clinician was disabled or removed meanwhile. */
const isUnknown = (error: unknown) => fieldErrorsOf(error)['clinician_to'] !== undefined;

function showRefusal(error: unknown): Promise<void> {
  if (isNetworkFailure(error) || statusOf(error) === 401) return showFailure('assign', error);
  return showAlert({ text: [text.failure, explanationOf(error)].filter(Boolean).join(' ') });
}

function explanationOf(error: unknown): string | undefined {
  if (codeOf(error) === 'not_found') return patientText.gone;
  if (codeOf(error) === 'patient_moved') return text.moved;
  return statusOf(error) === 503 || isUnknown(error) ? reasonOf(error) : undefined;
}

type OtherCliniciansProps = {
  without: string;
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
};

/** The enabled clinicians except one. */
function OtherClinicians({ without, ...field }: OtherCliniciansProps) {
  const { data, error, refetch } = useAnswer('listClinicians');
  if (error && !data) return <LoadFailed what="listClinicians" error={error} retry={refetch} />;
  if (!data) return <Spinner />;
  const others = data.clinicians.filter(({ id, enabled }) => enabled && id !== without);
  if (others.length === 0) return <Notice tone="info">{text.nobody}</Notice>;
  return (
    <SelectField
      {...field}
      label={text.clinician}
      options={others.map(({ id, username }) => ({ value: id, label: username }))}
    />
  );
}
