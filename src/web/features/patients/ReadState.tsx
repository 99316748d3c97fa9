import type { PatientCourse } from '../../../contract/course.ts';
import type { ClinicianPatient } from '../../../contract/patients.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { isUnread } from '../../../domain/statuses.ts';
import { courseModalText as text } from '../../../text/patients.ts';
import { dayOf } from '../../api/clinic-time.ts';
import { showFailure } from '../../api/failed-action.ts';
import { useChange } from '../../api/queries.ts';
import type { ClinicianSurvey, SurveyRow } from './patient-surveys.ts';
import cells from './patient-cells.module.css';
import css from './patient-surveys.module.css';

export type ReportView = PatientCourse['views'][number];

type ReadStateProps = {
  patient: ClinicianPatient;
  row: SurveyRow<ClinicianSurvey>;
  views: readonly ReportView[];
};

/** Who read the report of a survey, and for the treating clinician the way back to unread. */
export function ReadState({ patient, row: { window, survey }, views }: ReadStateProps) {
  const unread = useChange('markReportUnread', { refreshes: ['listOwnPatients'] });
  if (!survey?.finished) return null;
  const own = views.filter((view) => view.survey_session_id === survey.survey_session_id);
  const readers = own.map(({ username, at }) => text.reader(username, formatIsoDate(dayOf(at))));
  const markUnread = () =>
    unread.mutate(
      { params: { id: survey.survey_session_id } },
      { onError: (error) => void showFailure('markUnread', error) },
    );
  return (
    <>
      {readers.length > 0 && <span className={css.readers}>{text.readBy(readers)}</span>}
      {!isUnread(survey) && !patient.as_deputy && (
        <button
          type="button"
          className={cells.link}
          aria-label={text.unreadOf(window.label)}
          onClick={markUnread}
        >
          {text.unread}
        </button>
      )}
    </>
  );
}
