import type { ClinicianPatient } from '../../../contract/patients.ts';
import { assignText, surveyModalText } from '../../../text/patients.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/store.ts';
import { AssignPatient } from '../../features/patients/AssignPatient.tsx';
import { EditPatient } from '../../features/patients/EditPatient.tsx';
import { GonePatient } from '../../features/patients/GonePatient.tsx';
import type { OpenModal, PatientModal } from '../../features/patients/patient-modal.ts';
import { RegisterPatient } from '../../features/patients/RegisterPatient.tsx';
import { ResultModal } from '../../features/patients/ResultModal.tsx';
import { SurveyStatusModal } from '../../features/patients/SurveyStatusModal.tsx';
import { useListedPatient } from '../../features/patients/use-listed-patient.ts';
import { Button } from '../../ui/Button.tsx';

type ModalProps<Modal> = {
  modal: Modal;
  patients: readonly ClinicianPatient[];
  open: OpenModal;
  onClose: () => void;
};

/** The modal that is open over the clinician's patients. */
export function ClinicianPatientModal({ modal, ...rest }: ModalProps<PatientModal>) {
  const user = useStore(session);
  if (modal.kind !== 'register') return <OnePatient key={modal.patientId} modal={modal} {...rest} />;
  const codes = rest.patients.map(({ code }) => code);
  return <RegisterPatient clinician={user?.userName ?? ''} codes={codes} onClose={rest.onClose} />;
}

type OnePatientProps = ModalProps<Exclude<PatientModal, { kind: 'register' }>>;

function OnePatient({ modal: { kind, patientId }, patients, open, onClose }: OnePatientProps) {
  const { patient, isGone } = useListedPatient(patients, patientId);
  const isForm = kind === 'edit' || kind === 'assign';
  // A form tells it when it is sent: until then nothing that was typed is taken away.
  if (!patient || (isGone && !isForm)) return <GonePatient onClose={onClose} />;
  if (kind === 'edit') return <EditPatient patient={patient} onClose={onClose} />;
  if (kind === 'assign')
    return (
      <AssignPatient
        patient={patient}
        remark={assignText.clinicianLosesAccess}
        success={assignText.success.clinician}
        onClose={onClose}
      />
    );
  const other = kind === 'status' ? 'result' : 'status';
  const more = (
    <Button look="secondary" onClick={() => open({ kind: other, patientId })}>
      {other === 'result' ? surveyModalText.toResult : surveyModalText.toStatus}
    </Button>
  );
  const Surveys = kind === 'status' ? SurveyStatusModal : ResultModal;
  return <Surveys patient={patient} more={more} onClose={onClose} />;
}
