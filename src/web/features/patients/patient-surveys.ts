import type { AdminPatient, ClinicianPatient, SurveyTimeWindow } from '../../../contract/patients.ts';
import type { IsoDate } from '../../../domain/iso-date.ts';
import {
  belongsToWindow,
  reportReadSummary,
  type ReportReadSummary,
  sessionOfWindow,
  surveyStatus,
  type SurveyStatus,
  timeWindowStatus,
} from '../../../domain/statuses.ts';

/** A day and the zone whose calendar counts. */
export type Calendar = { today: IsoDate; timeZone: string };

export type AdminSurvey = AdminPatient['survey_statuses'][number];
export type ClinicianSurvey = ClinicianPatient['survey_statuses'][number];

/** A survey window of a patient with what was done in it. */
export type SurveyRow<Survey> = {
  window: SurveyTimeWindow;
  survey: Survey | undefined;
  status: SurveyStatus;
};

type Surveys<Survey> = Pick<AdminPatient, 'consent'> & {
  survey_time_windows: readonly SurveyTimeWindow[];
  survey_statuses: readonly Survey[];
};

/** All windows of a patient, earliest first, with their surveys and statuses (product 4). */
export function surveyRows<Survey extends AdminSurvey>(
  patient: Surveys<Survey>,
  { today, timeZone }: Calendar,
): readonly SurveyRow<Survey>[] {
  return patient.survey_time_windows
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))
    .map((window) => {
      const survey = sessionOfWindow(patient.survey_statuses, window, timeZone);
      return { window, survey, status: surveyStatus(window, survey, today, patient.consent?.state) };
    });
}

/**
 * Where a patient stands today: the status of the window that is open, else of the last one that closed. Before the
 * first window nothing is available.
 */
export function presentStatus(patient: Surveys<AdminSurvey>, calendar: Calendar): SurveyStatus {
  const reached = patient.survey_time_windows
    .filter((window) => timeWindowStatus(window, calendar.today) !== 'planned')
    .toSorted((a, b) => (a.start < b.start ? 1 : -1));
  const last = reached[0];
  if (!last) return 'not_available';
  const survey = sessionOfWindow(patient.survey_statuses, last, calendar.timeZone);
  return surveyStatus(last, survey, calendar.today, patient.consent?.state);
}

/** "Reports gesehen", over the surveys that are shown: those that still lie in a window (product 10). */
export function reportsViewed(patient: Surveys<ClinicianSurvey>, timeZone: string): ReportReadSummary {
  const shown = patient.survey_statuses.filter((survey) =>
    patient.survey_time_windows.some((window) => belongsToWindow(survey, window, timeZone)),
  );
  return reportReadSummary(shown);
}

/** The System-IDs of a patient. */
export function systemIds({ labels }: Pick<AdminPatient, 'labels'>): readonly string[] {
  return labels.filter(({ key }) => key === 'CLUSTER').map(({ value }) => value);
}
