import { Suspense, useEffect, useMemo, useState } from 'react';
import type { ClinicianPatient } from '../../../contract/patients.ts';
import { type IsoDate, formatIsoDate } from '../../../domain/iso-date.ts';
import { hasResultLink, isUnread, resultStatus, type ResultStatus } from '../../../domain/statuses.ts';
import { patientText, surveyModalText as text, courseModalText } from '../../../text/patients.ts';
import { resultStatusText } from '../../../text/statuses.ts';
import { copyText } from '../../../text/copying.ts';
import { uiText } from '../../../text/ui.ts';
import { lazyPart } from '../../api/chunk.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import { refreshAnswers, useAnswer, useChange } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { useTurnAfter } from '../../ui/after-paint.ts';
import { Modal } from '../../ui/Modal.tsx';
import type { Elements } from '../../ui/elements.ts';
import { PatientCourse } from '../reports/PatientCourse.tsx';
import { reportState } from '../reports/report-state.ts';
import { linkTo } from './patient-link.ts';
import { calendar, type ClinicianSurvey, surveyRows, type SurveyRow } from './patient-surveys.ts';
import css from './patient-cells.module.css';
import { type SurveyColumn, SurveyTable } from './SurveyTable.tsx';
import type { PatientCourse as Course } from '../../../contract/surveys.ts';
import { dayOf } from '../../api/clinic-time.ts';
import { showFailure } from '../../api/failed-action.ts';

// Only where relatives answer, too.
const SystemView = lazyPart(() => import('../relatives/RelativesView.tsx'));

type ResultModalProps = {
  patient: ClinicianPatient;
  /** Above the surveys. */
  head?: Elements;
  mark?: (point: string) => Elements;
  more?: Elements;
  onClose: () => void;
};

/** The result of each survey, with a link to the report of a finished survey (product 4.5). */
export function ResultModal({ patient, head, mark, more, onClose }: ResultModalProps) {
  const [days] = useState(calendar);
  const course = useAnswer('getPatientCourse', { params: { id: patient.id } });
  useListReload(!course.isPending);
  const views = course.data?.views ?? noViews;
  // A long therapy has 40 surveys. They are drawn after the charts above them.
  const isTurn = useTurnAfter(!course.isPending);
  const table = useMemo(
    () =>
      isTurn && (
        <SurveyTable
          label={text.resultTitle(patient.code)}
          rows={surveyRows(patient, days)}
          columns={resultColumns(patient, days.today, views)}
          isKept={({ survey }) => survey !== undefined && isUnread(survey)}
          mark={mark}
        />
      ),
    [isTurn, patient, days, views, mark],
  );
  return (
    <Modal
      title={text.resultTitle(patient.code)}
      size="wide"
      dismissal="free"
      onClose={onClose}
      footer={
        <>
          <CopyButton content={() => linkTo({ kind: 'result', id: patient.id }, location.origin)}>
            {copyText.link}
          </CopyButton>
          {more}
          <Button onClick={onClose}>{uiText.close}</Button>
        </>
      }
    >
      {head}
      <PatientCourse code={patient.code} answer={course} />
      {table}
      {!patient.as_deputy && hasSystem(patient) && (
        <Suspense fallback={<Spinner />}>
          <SystemView patientId={patient.id} code={patient.code} />
        </Suspense>
      )}
    </Modal>
  );
}

const noViews: readonly ReportView[] = [];

/** The patient may be answering now or have another clinician. The list, which can be long, does not delay the course. */
function useListReload(isAnswered: boolean): void {
  useEffect(() => {
    if (isAnswered) void refreshAnswers(['listOwnPatients']);
  }, [isAnswered]);
}

const hasSystem = ({ labels }: ClinicianPatient) => labels.some(({ key }) => key === 'CLUSTER');

function resultColumns(
  patient: ClinicianPatient,
  today: IsoDate,
  views: readonly ReportView[],
): readonly SurveyColumn<ClinicianSurvey>[] {
  return [
    {
      title: text.column.result,
      cell: ({ window, survey }) => <Result survey={survey} status={resultStatus(window, survey, today)} />,
    },
    {
      title: text.column.report,
      cell: (row) => (
        <span className={`line gap-2 ${css.results}`}>
          <ReportLink patient={patient} row={row} />
          <ReadState patient={patient} row={row} views={views} />
        </span>
      ),
    },
  ];
}

const tones = {
  expired: 'muted',
  not_available: 'muted',
  UNKNOWN: 'muted',
  LOW: css.low,
  MEDIUM: css.medium,
  HIGH: css.high,
  error: css.high,
} as const satisfies Record<ResultStatus, string | undefined>;

function Result({ survey, status }: { survey: ClinicianSurvey | undefined; status: ResultStatus }) {
  return (
    <span className={`line gap-2 ${css.results}`}>
      <span className={`${css.severity} ${tones[status]}`}>{resultStatusText[status]}</span>
      {survey && isUnread(survey) && <span className={css.unread}>{patientText.unread}</span>}
    </span>
  );
}

type ReportLinkProps = { patient: ClinicianPatient; row: SurveyRow<ClinicianSurvey> };

function ReportLink({ patient, row: { window, survey } }: ReportLinkProps) {
  const user = useStore(session);
  if (!user || !survey || !hasResultLink(survey)) return <span className="muted">{text.nothing}</span>;
  return (
    <GuardedLink
      to={paths.clinicianReport}
      state={reportState(user, patient, survey)}
      aria-label={text.openReportOf(window.label)}
    >
      {text.openReport}
    </GuardedLink>
  );
}

type ReportView = Course['views'][number];

type ReadStateProps = {
  patient: ClinicianPatient;
  row: SurveyRow<ClinicianSurvey>;
  views: readonly ReportView[];
};

/** Who read the report of a survey, and for the treating clinician the way back to unread. */
function ReadState({ patient, row: { window, survey }, views }: ReadStateProps) {
  const unread = useChange('markReportUnread', { refreshes: ['listOwnPatients'] });
  if (!survey?.finished) return null;
  const own = views.filter((view) => view.survey_session_id === survey.survey_session_id);
  const readers = own.map(({ username, at }) => courseModalText.reader(username, formatIsoDate(dayOf(at))));
  const markUnread = () =>
    unread.mutate(
      { params: { id: survey.survey_session_id } },
      { onError: (error) => void showFailure('markUnread', error) },
    );
  return (
    <>
      {readers.length > 0 && <span className="muted tiny">{courseModalText.readBy(readers)}</span>}
      {!isUnread(survey) && !patient.as_deputy && (
        <button
          type="button"
          className={css.link}
          aria-label={courseModalText.unreadOf(window.label)}
          onClick={markUnread}
        >
          {courseModalText.unread}
        </button>
      )}
    </>
  );
}
