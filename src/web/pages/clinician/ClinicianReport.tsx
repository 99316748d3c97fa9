import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { clinicianReportText as text } from '../../../text/clinician.ts';
import { crisisText } from '../../../text/crisis-events.ts';
import { codeOf } from '../../api/failure.ts';
import { refreshAnswers, useAnswer } from '../../api/queries.ts';
import { CrisisInReport } from '../../features/crisis/CrisisInReport.tsx';
import { DoneMessage } from '../../ui/Notice.tsx';
import { type ReportState, reportState } from '../../features/reports/report-state.ts';
import { ReportPage } from '../../features/reports/ReportPage.tsx';
import { useReportState } from '../../features/reports/use-report-state.ts';
import { returnedFrom } from '../../features/patients/table-memory.ts';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { clinicianHomeStates, paths } from '../../paths.ts';
import { buttonClass, Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { focusPageIfLost } from '../../ui/page-focus.ts';
import type { ClinicianPatient } from '../../../contract/patients.ts';
import { hasResultLink, isUnread } from '../../../domain/statuses.ts';
import { copyText } from '../../../text/copying.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import { openMark } from '../../features/crisis/open-events.ts';
import { calendar, type ClinicianSurvey, surveyRows } from '../../features/patients/patient-surveys.ts';
import { linkTo } from '../../features/patients/patient-link.ts';
import { ReportPdfButton } from '../../features/reports/ReportPdfButton.tsx';
import css from '../../features/reports/reports.module.css';
import { useCopying } from '../../ui/CopyButton.tsx';
import { MenuButton, MenuItem } from '../../ui/MenuButton.tsx';
import { navigate } from '../../ui/navigation.tsx';
import { moreIcons } from '../../ui/more-icons.ts';

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

type Found = { patient: ClinicianPatient; survey: ClinicianSurvey };

type ReportBarProps = { state: ReportState; report: HTMLElement | null };

/** The way from a report to the next one: other points of the patient, the PDF, the patient's version, the next unread report. */
function ReportBar({ state, report }: ReportBarProps) {
  const user = useStore(session);
  const patients = useAnswer('listOwnPatients').data?.list_patient_dto ?? [];
  const patient = patients.find(({ id }) => id === state.patient_id);
  const points = patient ? surveyRows(patient, calendar()).filter(({ survey }) => hasResultLink(survey)) : [];
  const shown = points.find(({ survey }) => survey?.survey_session_id === state.survey_session_id);
  const unread = nextUnread(patients, state.survey_session_id);
  const stateOf = ({ patient: one, survey }: Found) => user && reportState(user, one, survey);
  return (
    <>
      {patient && shown && points.length > 1 && (
        <MenuButton label={text.points} icon={moreIcons.calendar} text={shown.window.label}>
          {points.map(({ window, survey }) => (
            <MenuItem
              key={window.start}
              icon={survey === shown.survey ? 'check' : moreIcons.document}
              onChoose={() =>
                survey && navigate(paths.clinicianReport, { state: stateOf({ patient, survey }) })
              }
            >
              {window.label}
            </MenuItem>
          ))}
        </MenuButton>
      )}
      <ReportPdfButton
        surveySessionId={state.survey_session_id}
        report={report}
        code={state.patient_code}
        point={shown?.window.label ?? state.update_time.slice(0, 10)}
      />
      <Ways state={state} unread={unread && stateOf(unread)} />
    </>
  );
}

type WaysProps = { state: ReportState; unread: ReportState | null | undefined };

/** The ways that a phone has no room for stand there in a menu. */
function Ways({ state, unread }: WaysProps) {
  const link = () => linkTo({ kind: 'report', id: state.survey_session_id }, location.origin);
  const { outcome, copy } = useCopying(link);
  const links = [
    ...(state.patient_report
      ? [{ name: text.toPatientReport, to: paths.clinicianPatientReport, state }]
      : []),
    ...(unread ? [{ name: text.nextUnread, to: paths.clinicianReport, state: unread }] : []),
  ];
  return (
    <>
      {links.map(({ name, ...place }) => (
        <GuardedLink key={name} className={`${buttonClass('secondary')} ${css.roomy}`} {...place}>
          {name}
        </GuardedLink>
      ))}
      {outcome}
      <div className={css.roomy}>
        <Button
          look="quiet"
          icon={moreIcons.copy}
          title={copyText.link}
          aria-label={copyText.link}
          onClick={copy}
        >
          <span className={css.linkName}>{copyText.link}</span>
        </Button>
      </div>
      <div className={css.narrow}>
        <MenuButton label={text.moreWays} icon="menu" text={text.moreWays}>
          {links.map(({ name, to, state: target }) => (
            <MenuItem key={name} icon={moreIcons.document} onChoose={() => navigate(to, { state: target })}>
              {name}
            </MenuItem>
          ))}
          <MenuItem icon={moreIcons.copy} onChoose={copy}>
            {copyText.link}
          </MenuItem>
        </MenuButton>
      </div>
    </>
  );
}

/** The next unread report, not the one on the page: first of patients with an open event, then the one that has waited longest. */
function nextUnread(patients: readonly ClinicianPatient[], shown: string): Found | undefined {
  const rank = ({ patient }: Found) => (openMark(patient) ? 0 : 1);
  return patients
    .filter(({ as_deputy: asDeputy }) => !asDeputy)
    .flatMap((patient) => patient.survey_statuses.map((survey) => ({ patient, survey })))
    .filter(({ survey }) => isUnread(survey) && hasResultLink(survey) && survey.survey_session_id !== shown)
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) || one.survey.update_time.localeCompare(other.survey.update_time),
    )[0];
}
