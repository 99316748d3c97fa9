import type { ClinicianPatient } from '../../../contract/patients.ts';
import { surveyModalText } from '../../../text/patients.ts';
import { useAnswer } from '../../api/queries.ts';
import { CrisisEvents } from '../../features/crisis/CrisisEvents.tsx';
import { PointTag } from '../../features/crisis/CrisisTag.tsx';
import type { ClinicianPart } from '../../features/patients/clinician-part.ts';
import type { OpenModal } from '../../features/patients/patient-columns.tsx';
import { ResultModal } from '../../features/patients/ResultModal.tsx';
import SurveyStatusModal from '../../features/patients/SurveyStatusModal.tsx';
import { Button } from '../../ui/Button.tsx';

type PatientSurveysProps = {
  kind: 'status' | 'result';
  patient: ClinicianPatient;
  parts: readonly ClinicianPart[];
  open: OpenModal;
  onClose: () => void;
};

/** The surveys of a patient below the answers that showed danger; results also below what extensions say of them. */
export default function PatientSurveys({ kind, patient, parts, open, onClose }: PatientSurveysProps) {
  // Loading them is a row of the trail, so nothing is asked for a patient without an event.
  const isMarked = patient.crisis !== null;
  const answer = useAnswer('listCrisisEvents', { params: { id: patient.id } }, { enabled: isMarked });
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
      {kind === 'result' &&
        parts.map(
          ({ AboveResults }, place) => AboveResults && <AboveResults key={place} patient={patient} />,
        )}
    </>
  );
  return <Modal patient={patient} head={head} mark={mark} more={more} onClose={onClose} />;
}
