import type { AdminPatient } from '../../../contract/patients.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { surveyModalText as text } from '../../../text/patients.ts';
import { uiText } from '../../../text/ui.ts';
import { dayOf } from '../../api/clinic-time.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import type { Elements } from '../../ui/elements.ts';
import { ConsentNote } from '../consent/ConsentNote.tsx';
import { StatusTag } from '../windows/StatusTag.tsx';
import { LockNotice } from './LockNotice.tsx';
import { calendar, type AdminSurvey, surveyRows } from './patient-surveys.ts';
import { type SurveyColumn, SurveyTable } from './SurveyTable.tsx';

const columns: readonly SurveyColumn<AdminSurvey>[] = [
  { title: text.column.status, cell: ({ status }) => <StatusTag status={status} /> },
  {
    title: text.column.updated,
    cell: ({ survey }) => (survey ? formatIsoDate(dayOf(survey.update_time)) : text.nothing),
  },
];

type SurveyStatusModalProps = {
  patient: AdminPatient;
  /** Above the surveys. */
  head?: Elements;
  mark?: (point: string) => Elements;
  /** A further button, for users with more rights. */
  more?: Elements;
  onClose: () => void;
};

/** The status of each survey of a patient (product 4.4). */
export default function SurveyStatusModal({ patient, head, mark, more, onClose }: SurveyStatusModalProps) {
  const rows = surveyRows(patient, calendar());
  return (
    <Modal
      title={text.statusTitle(patient.code)}
      size="large"
      dismissal="free"
      onClose={onClose}
      footer={
        <>
          {more}
          <Button onClick={onClose}>{uiText.close}</Button>
        </>
      }
    >
      {head}
      <LockNotice patient={patient} />
      <ConsentNote consent={patient.consent} />
      <SurveyTable label={text.statusTitle(patient.code)} rows={rows} columns={columns} mark={mark} />
    </Modal>
  );
}
