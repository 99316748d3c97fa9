import type { AdminPatient, ClinicianPatient, SurveyTimeWindow } from '../../../contract/patients.ts';
import type { IsoDate } from '../../../domain/iso-date.ts';
import {
  belongsToWindow,
  isOffered,
  reportReadSummary,
  type ReportReadSummary,
  sessionOfWindow,
  surveyStatus,
  type SurveyStatus,
  timeWindowStatus,
} from '../../../domain/statuses.ts';
import { daysUntilClosing } from '../../../domain/worklist.ts';
import { today } from '../../api/clinic-time.ts';
import { config } from '../../api/config.ts';

/** A day and the time zone of its calendar. */
type Calendar = { today: IsoDate; timeZone: string };

/** Today in the clinic's time zone. */
export function calendar(): Calendar {
  return { today: today(), timeZone: config().time_zone };
}

export type AdminSurvey = AdminPatient['survey_statuses'][number];
export type ClinicianSurvey = ClinicianPatient['survey_statuses'][number];

/** A survey window of a patient with its survey. */
export type SurveyRow<Survey> = {
  window: SurveyTimeWindow;
  survey: Survey | undefined;
  status: SurveyStatus;
};

type Surveys<Survey> = Pick<AdminPatient, 'consent' | 'created'> & {
  survey_time_windows: readonly SurveyTimeWindow[];
  survey_statuses: readonly Survey[];
};

/** The windows of a patient that were offered: those before the registration have no status. */
function offeredWindows(patient: Surveys<AdminSurvey>, timeZone: string): readonly SurveyTimeWindow[] {
  return patient.survey_time_windows.filter(
    (window) =>
      isOffered(window, patient, timeZone) ||
      sessionOfWindow(patient.survey_statuses, window, timeZone) !== undefined,
  );
}

/** The windows of a patient that were offered, earliest first, with their surveys and statuses (product 4.4). */
export function surveyRows<Survey extends AdminSurvey>(
  patient: Surveys<Survey>,
  { today, timeZone }: Calendar,
): readonly SurveyRow<Survey>[] {
  return offeredWindows(patient, timeZone)
    .toSorted((a, b) => (a.start < b.start ? -1 : 1))
    .map((window) => {
      const survey = sessionOfWindow(patient.survey_statuses, window, timeZone);
      return { window, survey, status: surveyStatus(window, survey, today, patient.consent?.state) };
    });
}

/**
 * The present status of a patient: the status of the open window, or else of the last closed one. Before the first window
 * no survey is available.
 */
export function presentStatus(patient: Surveys<AdminSurvey>, calendar: Calendar): SurveyStatus {
  const reached = offeredWindows(patient, calendar.timeZone)
    .filter((window) => timeWindowStatus(window, calendar.today) !== 'planned')
    .toSorted((a, b) => (a.start < b.start ? 1 : -1));
  const last = reached[0];
  if (!last) return 'not_available';
  const survey = sessionOfWindow(patient.survey_statuses, last, calendar.timeZone);
  return surveyStatus(last, survey, calendar.today, patient.consent?.state);
}

/** Days until the open, unfinished survey closes, including today; null if there is none. */
export function daysLeft(patient: Surveys<AdminSurvey>, { today, timeZone }: Calendar): number | null {
  return daysUntilClosing(patient, today, timeZone);
}

/** "Reports gesehen" over the shown surveys. Only surveys in a window are shown (product 10.4). */
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
