import { useState } from 'react';
import type { ClinicianPatient } from '../../../contract/patients.ts';
import { assignText, patientText, surveyModalText } from '../../../text/patients.ts';
import { uiText } from '../../../text/ui.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import { AssignPatient } from '../../features/patients/AssignPatient.tsx';
import { EditPatient } from '../../features/patients/EditPatient.tsx';
import { CourseSignals } from '../../features/courses/CourseSignals.tsx';
import { CrisisEvents } from '../../features/crisis/CrisisEvents.tsx';
import { PointTag } from '../../features/crisis/CrisisTag.tsx';
import { useCrisisEvents } from '../../features/crisis/use-crisis-events.ts';
import type { OpenModal, PatientModal } from '../../features/patients/patient-columns.tsx';
import { RegisterPatient } from '../../features/patients/RegisterPatient.tsx';
import { ResultModal } from '../../features/patients/ResultModal.tsx';
import { SurveyStatusModal } from '../../features/patients/SurveyStatusModal.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';

type ModalProps<Modal> = {
  modal: Modal;
  patients: readonly ClinicianPatient[];
  open: OpenModal;
  onClose: () => void;
};

/** The open modal over the clinician's patients. */
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
  return <Surveys kind={kind} patient={patient} open={open} onClose={onClose} />;
}

type SurveysProps = {
  kind: 'status' | 'result';
  patient: ClinicianPatient;
  open: OpenModal;
  onClose: () => void;
};

/** The surveys of a patient below the answers that showed danger; results also below a deviating course. */
function Surveys({ kind, patient, open, onClose }: SurveysProps) {
  const answer = useCrisisEvents(patient);
  const other = kind === 'status' ? 'result' : 'status';
  const more = (
    <Button look="secondary" onClick={() => open({ kind: other, patientId: patient.id })}>
      {other === 'result' ? surveyModalText.toResult : surveyModalText.toStatus}
    </Button>
  );
  const openEvents = answer.data?.events.filter(({ acknowledged }) => acknowledged === null) ?? [];
  const mark = (point: string) => {
    const event = openEvents.find(({ measurement_point }) => measurement_point === point);
    return event && <PointTag mark={event} />;
  };
  const Modal = kind === 'status' ? SurveyStatusModal : ResultModal;
  const head = (
    <>
      <CrisisEvents patient={patient} answer={answer} />
      {kind === 'result' && <CourseSignals patient={patient} />}
    </>
  );
  return <Modal patient={patient} head={head} mark={mark} more={more} onClose={onClose} />;
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
