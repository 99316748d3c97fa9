import { useEffect, useState } from 'react';
import type { UserType } from '../../../contract/accounts.ts';
import type { ClinicianPatient } from '../../../contract/patients.ts';
import { clinicianHomeText } from '../../../text/clinician.ts';
import { assignText, registerText, surveyModalText } from '../../../text/patients.ts';
import { log } from '../../api/log.ts';
import { useAnswer } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/store.ts';
import { LoadFailed } from '../../frame/LoadFailed.tsx';
import { AssignPatient } from '../../features/patients/AssignPatient.tsx';
import { EditPatient } from '../../features/patients/EditPatient.tsx';
import { clinicianColumns } from '../../features/patients/patient-columns.tsx';
import type { OpenModal, PatientModal } from '../../features/patients/patient-modal.ts';
import { PatientTable } from '../../features/patients/PatientTable.tsx';
import css from '../../features/patients/patients.module.css';
import { RegisterPatient } from '../../features/patients/RegisterPatient.tsx';
import { ResultModal } from '../../features/patients/ResultModal.tsx';
import { SurveyStatusModal } from '../../features/patients/SurveyStatusModal.tsx';
import { WideOnly } from '../../features/patients/WideOnly.tsx';
import { Button } from '../../ui/Button.tsx';
import { LoadingModal } from '../../ui/LoadingModal.tsx';

/** The clinician's own patients, and what can be done with them. */
export function MyPatients() {
  const { data, error, isPending, refetch } = useAnswer('listOwnPatients');
  const [modal, setModal] = useState<PatientModal | null>(null);
  const [columns] = useState(() => columnsFor(session.get()?.userType, setModal));
  useEffect(() => {
    if (error) log('error', 'the patient list could not be loaded', error);
  }, [error]);
  if (isPending) return <LoadingModal />;
  if (!data) return <LoadFailed action="loadPatients" error={error} retry={() => void refetch()} />;
  const patients = data.list_patient_dto;
  return (
    <div className={css.area}>
      <div className={css.toolbar}>
        <Button icon="person-add" onClick={() => setModal({ kind: 'register' })}>
          {registerText.open}
        </Button>
      </div>
      <WideOnly>
        <PatientTable label={clinicianHomeText.myPatients} patients={patients} columns={columns} />
      </WideOnly>
      {modal && (
        <OpenedModal modal={modal} patients={patients} open={setModal} onClose={() => setModal(null)} />
      )}
    </div>
  );
}

function columnsFor(userType: UserType | undefined, open: OpenModal) {
  return userType === 'clinician' ? clinicianColumns(open) : undefined;
}

type OpenedModalProps = {
  modal: PatientModal;
  patients: readonly ClinicianPatient[];
  open: OpenModal;
  onClose: () => void;
};

function OpenedModal({ modal, patients, open, onClose }: OpenedModalProps) {
  const user = useStore(session);
  if (modal.kind === 'register')
    return (
      <RegisterPatient
        clinician={user?.userName ?? ''}
        codes={patients.map(({ code }) => code)}
        onClose={onClose}
      />
    );
  const patient = patients.find(({ id }) => id === modal.patientId);
  // Somebody else may have got the patient meanwhile.
  return patient ? (
    <PatientModalOf kind={modal.kind} patient={patient} open={open} onClose={onClose} />
  ) : null;
}

type PatientModalProps = {
  kind: Exclude<PatientModal['kind'], 'register'>;
  patient: ClinicianPatient;
  open: OpenModal;
  onClose: () => void;
};

function PatientModalOf({ kind, patient, open, onClose }: PatientModalProps) {
  const to = (other: 'status' | 'result', words: string) => (
    <Button look="secondary" onClick={() => open({ kind: other, patientId: patient.id })}>
      {words}
    </Button>
  );
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
  const props = { patient, onClose };
  if (kind === 'status')
    return <SurveyStatusModal {...props} more={to('result', surveyModalText.toResult)} />;
  return <ResultModal {...props} more={to('status', surveyModalText.toStatus)} />;
}
