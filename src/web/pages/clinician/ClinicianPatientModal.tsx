import { useState } from 'react';
import type { ClinicianPatient } from '../../../contract/patients.ts';
import { assignText, patientText } from '../../../text/patients.ts';
import { uiText } from '../../../text/ui.ts';
import { lazyPart } from '../../api/chunk.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import type { ClinicianPart } from '../../features/patients/clinician-part.ts';
import type { OpenModal, PatientModal } from '../../features/patients/patient-columns.tsx';
import {
  AssignPatient,
  EditPatient,
  patientDialogs,
  RegisterPatient,
} from '../../features/patients/patient-dialogs.ts';
import { LazyDialog } from '../../frame/ErrorBoundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';

const PatientSurveys = lazyPart(() => import('./PatientSurveys.tsx'));
export const clinicianDialogs = [PatientSurveys, ...patientDialogs];

type ModalProps<Modal> = {
  modal: Modal;
  patients: readonly ClinicianPatient[];
  parts: readonly ClinicianPart[];
  open: OpenModal;
  onClose: () => void;
};

/** The open modal over the clinician's patients. */
export function ClinicianPatientModal(props: ModalProps<PatientModal>) {
  return (
    <LazyDialog onClose={props.onClose}>
      <OpenedDialog {...props} />
    </LazyDialog>
  );
}

function OpenedDialog({ modal, ...rest }: ModalProps<PatientModal>) {
  const user = useStore(session);
  if (modal.kind !== 'register') return <OnePatient key={modal.patientId} modal={modal} {...rest} />;
  const codes = rest.patients.map(({ code }) => code);
  return <RegisterPatient clinician={user?.userName ?? ''} codes={codes} onClose={rest.onClose} />;
}

type OnePatientProps = ModalProps<Exclude<PatientModal, { kind: 'register' }>>;

function OnePatient({ modal: { kind, patientId }, patients, parts, open, onClose }: OnePatientProps) {
  const { patient, isGone } = useListedPatient(patients, patientId);
  const isForm = kind === 'edit' || kind === 'assign';
  // A form keeps the typed values and shows the reason when it is sent.
  if (!patient || (isGone && !isForm)) return <GonePatient patient={patient} onClose={onClose} />;
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
  return <PatientSurveys {...{ kind, patient, parts, open, onClose }} />;
}

/**
 * The patient of a modal as in the list now. Once the patient has left the list, `isGone` is true and the last known
 * state stays, because a form that is being filled in stays open.
 */
function useListedPatient(patients: readonly ClinicianPatient[], id: string) {
  const listed = patients.find((patient) => patient.id === id);
  const [last, setLast] = useState(listed);
  if (listed && listed !== last) setLast(listed);
  return { patient: listed ?? last, isGone: listed === undefined };
}

type GonePatientProps = { patient: ClinicianPatient | undefined; onClose: () => void };

/** Shown in place of a modal whose patient has left the list meanwhile. */
function GonePatient({ patient, onClose }: GonePatientProps) {
  return (
    <Modal
      title={patientText.goneTitle}
      size="small"
      role="alertdialog"
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiText.close}</Button>}
    >
      <p>{patient?.as_deputy ? patientText.goneAsDeputy(patient.code) : patientText.gone}</p>
    </Modal>
  );
}
