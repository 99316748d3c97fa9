import { clinicianReportText as text } from '../../../text/clinician.ts';
import { useAnswer } from '../../api/queries.ts';
import type { ReportState } from '../../features/reports/report-state.ts';
import { ReportPage } from '../../features/reports/ReportPage.tsx';
import { useReportState } from '../../features/reports/use-report-state.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** The patient's report as the clinician sees it (product 2.15). */
export default function ClinicianPatientReport() {
  const state = useReportState();
  return state && <Report key={state.survey_session_id} state={state} />;
}

function Report({ state }: { state: ReportState }) {
  const answer = useAnswer('getPatientReport', { params: { id: state.survey_session_id } });
  return (
    <ReportPage title={text.patientTitle} answer={answer}>
      <GuardedLink className={buttonClass('secondary')} to={paths.clinicianReport} state={state}>
        <Icon name="back" />
        <span>{text.toClinicianReport}</span>
      </GuardedLink>
    </ReportPage>
  );
}
