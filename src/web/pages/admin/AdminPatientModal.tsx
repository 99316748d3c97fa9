import type { AdminPatient } from '../../../contract/patients.ts';
import { assignText } from '../../../text/patients.ts';
import { ImportModal } from '../../features/imports/ImportModal.tsx';
import { AssignPatient } from '../../features/patients/AssignPatient.tsx';
import { EditPatient } from '../../features/patients/EditPatient.tsx';
import type { PatientModal } from '../../features/patients/patient-modal.ts';
import { RegisterPatient } from '../../features/patients/RegisterPatient.tsx';
import { SurveyStatusModal } from '../../features/patients/SurveyStatusModal.tsx';

export type AdminModal = PatientModal | { kind: 'import' };

type AdminPatientModalProps = {
  modal: AdminModal;
  patients: readonly AdminPatient[];
  onClose: () => void;
};

/** The modal that is open over the patient overview. An admin sees states of surveys, never results (R19). */
export function AdminPatientModal({ modal, patients, onClose }: AdminPatientModalProps) {
  if (modal.kind === 'import') return <ImportModal onClose={onClose} />;
  if (modal.kind === 'register')
    return <RegisterPatient clinician="" codes={patients.map(({ code }) => code)} onClose={onClose} />;
  const patient = patients.find(({ id }) => id === modal.patientId);
  // Somebody else may have removed the patient meanwhile.
  if (!patient) return null;
  if (modal.kind === 'edit') return <EditPatient patient={patient} onClose={onClose} />;
  if (modal.kind === 'assign')
    return <AssignPatient patient={patient} success={assignText.success.admin} onClose={onClose} />;
  return modal.kind === 'status' ? <SurveyStatusModal patient={patient} onClose={onClose} /> : null;
}
