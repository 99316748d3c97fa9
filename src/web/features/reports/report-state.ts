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
 * Navigation state of the report pages (product 2.15). An address never names a report or a patient. `patient_report` says
 * whether the patient has a report as well, `as_deputy` whether the patient is a colleague's (product 19.4).
 */
export type ReportState = Record<(typeof fields)[number], string> & {
  patient_report: boolean;
  /** '' if the state does not say: then the report has no buttons to acknowledge. */
  patient_id: string;
  as_deputy: boolean;
};

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
    patient_id: patient.id,
    patient_code: patient.code,
    birthday: patient.date_of_birth,
    gender: patient.gender,
    stw_type: survey.stw_type,
    started_time: survey.started_time,
    update_time: survey.update_time,
    patient_report: survey.patient_report,
    as_deputy: patient.as_deputy,
  };
}

/** The state of a location that leads to a report; null for any other state. */
export function readReportState(state: unknown): ReportState | null {
  if (typeof state !== 'object' || state === null) return null;
  const values = new Map<string, unknown>(Object.entries(state));
  const isComplete = fields.every((field) => typeof values.get(field) === 'string');
  if (!isComplete) return null;
  const patientId = values.get('patient_id');
  const isTrue = (name: string) => values.get(name) === true;
  // Every field was checked above.
  return {
    ...state,
    patient_report: isTrue('patient_report'),
    patient_id: typeof patientId === 'string' ? patientId : '',
    as_deputy: isTrue('as_deputy'),
  } as ReportState;
}

/** The state without the birth date. The history of the browser keeps it, even after a logout (R61). */
export function keepable(state: ReportState): ReportState {
  return { ...state, birthday: '' };
}
