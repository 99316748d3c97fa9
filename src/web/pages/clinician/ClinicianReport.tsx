import { useEffect } from 'react';
import { clinicianReportText as text } from '../../../text/clinician.ts';
import { codeOf } from '../../api/failure.ts';
import { refreshAnswers, useAnswer } from '../../api/queries.ts';
import type { ReportState } from '../../features/reports/report-state.ts';
import { ReportPdfButton } from '../../features/reports/ReportPdfButton.tsx';
import { ReportPage } from '../../features/reports/ReportPage.tsx';
import { useReportState } from '../../features/reports/use-report-state.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { clinicianHomeStates, paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** The result report (product 2.15). The navigation state names the report. Without it nothing is shown. */
export default function ClinicianReport() {
  const state = useReportState();
  return state && <Report key={state.survey_session_id} state={state} />;
}

function Report({ state }: { state: ReportState }) {
  const answer = useAnswer('getClinicianReport', { params: { id: state.survey_session_id } });
  const hasReport = answer.data !== undefined && codeOf(answer.error) !== 'not_found';
  useEffect(() => {
    // The server has marked the report as read.
    if (hasReport) void refreshAnswers(['listOwnPatients']);
  }, [hasReport]);
  return (
    <ReportPage title={text.title} answer={answer}>
      <GuardedLink
        className={buttonClass('secondary')}
        to={paths.clinicianHome}
        state={clinicianHomeStates.myPatients}
      >
        <Icon name="back" />
        {text.back}
      </GuardedLink>
      {state.patient_report && (
        <GuardedLink className={buttonClass('secondary')} to={paths.clinicianPatientReport} state={state}>
          {text.toPatientReport}
        </GuardedLink>
      )}
      {hasReport && <ReportPdfButton surveySessionId={state.survey_session_id} />}
    </ReportPage>
  );
}
