import type { ClinicianPatient } from '../../../contract/patients.ts';
import { hasResultLink, isUnread } from '../../../domain/statuses.ts';
import { clinicianReportText as text } from '../../../text/clinician.ts';
import { useAnswer } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/store.ts';
import { calendar, type ClinicianSurvey, surveyRows } from '../../features/patients/patient-surveys.ts';
import { type ReportState, reportState } from '../../features/reports/report-state.ts';
import { ReportPdfButton } from '../../features/reports/ReportPdfButton.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { MenuButton, MenuItem } from '../../ui/MenuButton.tsx';
import { navigate } from '../../ui/navigation.tsx';

type Found = { patient: ClinicianPatient; survey: ClinicianSurvey };

/** The way from a report to the next one: other points of the patient, the next unread report, the PDF. */
export function ReportBar({ state, report }: { state: ReportState; report: HTMLElement | null }) {
  const user = useStore(session);
  const patients = useAnswer('listOwnPatients').data?.list_patient_dto ?? [];
  const patient = patients.find(({ id }) => id === state.patient_id);
  const points = patient ? surveyRows(patient, calendar()).filter(({ survey }) => hasResultLink(survey)) : [];
  const shown = points.find(({ survey }) => survey?.survey_session_id === state.survey_session_id);
  const unread = nextUnread(patients, state.survey_session_id);
  const stateOf = ({ patient: one, survey }: Found) => user && reportState(user, one, survey);
  const name = shown?.window.label ?? state.update_time.slice(0, 10);
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
      {unread && (
        <GuardedLink className={buttonClass('secondary')} to={paths.clinicianReport} state={stateOf(unread)}>
          {text.nextUnread}
        </GuardedLink>
      )}
      <ReportPdfButton
        surveySessionId={state.survey_session_id}
        report={report}
        name={text.pdfName(state.patient_code, name)}
      />
    </>
  );
}

/** The unread report that has waited longest; not the one on the page. */
function nextUnread(patients: readonly ClinicianPatient[], shown: string): Found | undefined {
  return patients
    .filter(({ as_deputy: asDeputy }) => !asDeputy)
    .flatMap((patient) => patient.survey_statuses.map((survey) => ({ patient, survey })))
    .filter(({ survey }) => isUnread(survey) && hasResultLink(survey) && survey.survey_session_id !== shown)
    .toSorted((one, other) => (one.survey.update_time < other.survey.update_time ? -1 : 1))[0];
}
