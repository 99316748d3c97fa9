import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clinicianReportText as text } from '../../../text/clinician.ts';
import { crisisText } from '../../../text/crisis-events.ts';
import { codeOf } from '../../api/failure.ts';
import { refreshAnswers, useAnswer } from '../../api/queries.ts';
import { CrisisInReport } from '../../features/crisis/CrisisInReport.tsx';
import { DoneMessage } from '../../features/crisis/DoneMessage.tsx';
import type { ReportState } from '../../features/reports/report-state.ts';
import { ReportPage } from '../../features/reports/ReportPage.tsx';
import { useReportState } from '../../features/reports/use-report-state.ts';
import { returnedFrom } from '../../features/patients/table-memory.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { clinicianHomeStates, paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { focusPageIfLost } from '../../ui/page-focus.ts';
import { ReportBar } from './ReportBar.tsx';

/** The result report (product 2.15). The navigation state names the report. Without it nothing is shown. */
export default function ClinicianReport() {
  const state = useReportState();
  const shown = useRef(state?.survey_session_id);
  useLayoutEffect(() => {
    if (shown.current === state?.survey_session_id) return;
    shown.current = state?.survey_session_id;
    // What led to this report has gone with the one before.
    focusPageIfLost();
  }, [state?.survey_session_id]);
  return state && <Report key={state.survey_session_id} state={state} />;
}

function Report({ state }: { state: ReportState }) {
  const [report, setReport] = useState<HTMLElement | null>(null);
  const [hasSight, setHasSight] = useState(true);
  const params = { id: state.survey_session_id };
  const answer = useAnswer('getClinicianReport', { params }, { enabled: hasSight });
  const hasReport = answer.data !== undefined && codeOf(answer.error) !== 'not_found';
  useEffect(() => {
    // The server has marked the report as read.
    if (hasReport) void refreshAnswers(['listOwnPatients']);
  }, [hasReport]);
  if (!hasSight) return <SightEnded patientId={state.patient_id} />;
  const lead = hasReport && (
    <CrisisInReport
      patient={{ id: state.patient_id, as_deputy: state.as_deputy }}
      report={report}
      onSightEnded={() => setHasSight(false)}
    />
  );
  return (
    <ReportPage title={text.title} answer={answer} lead={lead} onShown={setReport}>
      <BackLink patientId={state.patient_id} />
      {hasReport && <ReportBar state={state} report={report} />}
    </ReportPage>
  );
}

type BackLinkProps = { patientId: string };

function BackLink({ patientId }: BackLinkProps) {
  return (
    <GuardedLink
      className={buttonClass('secondary')}
      to={paths.clinicianHome}
      state={clinicianHomeStates.myPatients}
      onClick={() => returnedFrom.set(patientId)}
    >
      <Icon name="back" />
      <span>{text.back}</span>
    </GuardedLink>
  );
}

/** Shown in place of the report after a deputy has acknowledged the last open event of the patient. */
function SightEnded({ patientId }: BackLinkProps) {
  return (
    <div className="stack gap-5">
      <h1>{text.title}</h1>
      <DoneMessage>{crisisText.doneAsDeputy}</DoneMessage>
      <p>
        <BackLink patientId={patientId} />
      </p>
    </div>
  );
}
