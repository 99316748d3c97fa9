import type { ClinicianPatient } from '../../../contract/patients.ts';
import { hasResultLink, isUnread } from '../../../domain/statuses.ts';
import { clinicianReportText as text } from '../../../text/clinician.ts';
import { copyText } from '../../../text/copying.ts';
import { useAnswer } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import { openMark } from '../../features/crisis/open-events.ts';
import { calendar, type ClinicianSurvey, surveyRows } from '../../features/patients/patient-surveys.ts';
import { linkTo } from '../../features/patients/patient-link.ts';
import { type ReportState, reportState } from '../../features/reports/report-state.ts';
import { ReportPdfButton } from '../../features/reports/ReportPdfButton.tsx';
import css from '../../features/reports/reports.module.css';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { useCopying } from '../../ui/CopyButton.tsx';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { MenuButton, MenuItem } from '../../ui/MenuButton.tsx';
import { navigate } from '../../ui/navigation.tsx';

type Found = { patient: ClinicianPatient; survey: ClinicianSurvey };

type ReportBarProps = { state: ReportState; report: HTMLElement | null };

/** The way from a report to the next one: other points of the patient, the PDF, the patient's version, the next unread report. */
export function ReportBar({ state, report }: ReportBarProps) {
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
        <MenuButton label={text.points} icon="calendar" text={shown.window.label}>
          {points.map(({ window, survey }) => (
            <MenuItem
              key={window.start}
              icon={survey === shown.survey ? 'check' : 'document'}
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
        <Button look="quiet" icon="copy" title={copyText.link} aria-label={copyText.link} onClick={copy}>
          <span className={css.linkName}>{copyText.link}</span>
        </Button>
      </div>
      <div className={css.narrow}>
        <MenuButton label={text.moreWays} icon="menu" text={text.moreWays}>
          {links.map(({ name, to, state: target }) => (
            <MenuItem key={name} icon="document" onChoose={() => navigate(to, { state: target })}>
              {name}
            </MenuItem>
          ))}
          <MenuItem icon="copy" onChoose={copy}>
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
