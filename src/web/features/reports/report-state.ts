import type { ClinicianPatient } from '../../../contract/patients.ts';
import type { UserInfo } from '../../api/session.ts';

const fields = [
  'clinic_id',
  'clinic_name',
  'username',
  'survey_session_id',
  'patient_code',
  'birthday',
  'gender',
  'stw_type',
  'started_time',
  'update_time',
] as const;

/**
 * Navigation state of the report pages (product 2.15). Which report, and whose, is never in an address. `patient_report` says
 * whether there is a report for the patient, too.
 */
export type ReportState = Record<(typeof fields)[number], string> & { patient_report: boolean };

/** The state that leads to the report of a survey. */
export function reportState(
  { clinicId, clinicName, userName }: UserInfo,
  patient: ClinicianPatient,
  survey: ClinicianPatient['survey_statuses'][number],
): ReportState {
  return {
    clinic_id: clinicId,
    clinic_name: clinicName,
    username: userName,
    survey_session_id: survey.survey_session_id,
    patient_code: patient.code,
    birthday: patient.date_of_birth,
    gender: patient.gender,
    stw_type: survey.stw_type,
    started_time: survey.started_time,
    update_time: survey.update_time,
    patient_report: survey.patient_report,
  };
}

/** The state of a location, where it leads to a report; anything else shows nothing. */
export function readReportState(state: unknown): ReportState | null {
  if (typeof state !== 'object' || state === null) return null;
  const values = new Map<string, unknown>(Object.entries(state));
  const isComplete = fields.every((field) => typeof values.get(field) === 'string');
  // Every field was looked at.
  return isComplete
    ? ({ ...state, patient_report: values.get('patient_report') === true } as ReportState)
    : null;
}

/** The state as it may stay in the history of the browser, where it outlives a logout (R61): without the birth date. */
export function keepable(state: ReportState): ReportState {
  return { ...state, birthday: '' };
}
