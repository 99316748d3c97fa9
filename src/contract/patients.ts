import * as v from 'valibot';
import { isLabelText } from '../domain/label.ts';
import { WINDOW_TYPES } from '../domain/window-types.ts';
import { consentStanding } from './consent.ts';
import { day, gender, id, instant, isoDate, patientCode, text } from './fields.ts';

export const windowType = v.picklist(WINDOW_TYPES);

export const labelKeys = ['THERAPY_END_REASON', 'THERAPY_END_SESSION_COUNT', 'CLUSTER'] as const;
export const therapyEndReasons = [
  'REGULAR_ENDING',
  'EARLY_TERMINATION_BY_MUTUAL_AGREEMENT',
  'TERMINATION_BY_PATIENT',
  'TERMINATION_BY_THERAPIST',
] as const;

/** A label of a patient. CLUSTER is the System-ID and may occur several times, the other keys once. */
export const label = v.pipe(
  v.object({
    key: v.picklist(labelKeys, 'label_invalid'),
    value: v.pipe(
      text(255),
      v.trim(),
      v.transform((value) => value.normalize('NFC')),
      v.minLength(1, 'label_invalid'),
      v.check(isLabelText, 'label_invalid'),
    ),
  }),
  v.check(isLabelValue, 'label_invalid'),
);
export type Label = v.InferOutput<typeof label>;

function isLabelValue({ key, value }: { key: (typeof labelKeys)[number]; value: string }): boolean {
  if (key === 'THERAPY_END_REASON') return (therapyEndReasons as readonly string[]).includes(value);
  if (key === 'THERAPY_END_SESSION_COUNT') return /^\d{1,5}$/.test(value);
  return true;
}

const labels = v.pipe(v.array(label), v.maxLength(50, 'too_long'));

export const diagnosis = v.object({ id: v.string(), description: v.string() });

/** One derived survey window of a patient (`stw`): both ends included. */
export const surveyTimeWindow = v.object({
  type: windowType,
  ordinal: v.number(),
  start: day,
  end: day,
  label: v.string(),
});
export type SurveyTimeWindow = v.InferOutput<typeof surveyTimeWindow>;

const surveyState = {
  survey_session_id: id,
  started_time: instant,
  update_time: instant,
  finished: v.boolean(),
  stw_type: windowType,
};

/** What a clinician sees of a survey session. `patient_report` says whether the patient has a report of it, too. */
export const surveyStatus = v.object({
  ...surveyState,
  report_viewed: v.boolean(),
  condition_severity: v.picklist(['LOW', 'MEDIUM', 'HIGH', 'UNKNOWN']),
  patient_report: v.boolean(),
});

/** What an admin sees of a survey session: its state, never a result. */
export const surveyStateOnly = v.object(surveyState);

const patientFields = {
  id,
  code: v.string(),
  date_of_birth: day,
  gender,
  admission: day,
  discharge: day,
  clinician_id: id,
  clinician_username: v.string(),
  diagnoses: v.array(diagnosis),
  labels: v.array(v.object({ key: v.picklist(labelKeys), value: v.string() })),
  created: instant,
  viewed: v.boolean(),
  duplicate: v.boolean(),
  survey_time_windows: v.array(surveyTimeWindow),
  /** The study consent; left out where none is asked for. */
  consent: v.optional(consentStanding),
};

export const clinicianPatient = v.object({ ...patientFields, survey_statuses: v.array(surveyStatus) });
export const adminPatient = v.object({ ...patientFields, survey_statuses: v.array(surveyStateOnly) });
export type ClinicianPatient = v.InferOutput<typeof clinicianPatient>;
export type AdminPatient = v.InferOutput<typeof adminPatient>;

/** Registration payload (product 3): `day_of_birth`, one `diagnosis_id`. */
export const patientRegistration = v.object({
  code: patientCode,
  day_of_birth: isoDate,
  gender,
  clinician_username: v.pipe(text(255), v.minLength(1, 'clinician_required')),
  diagnosis_id: v.pipe(text(20), v.minLength(1, 'diagnosis_required')),
  admission: isoDate,
  discharge: isoDate,
  labels: v.optional(labels, []),
});
export type PatientRegistration = v.InferOutput<typeof patientRegistration>;

/**
 * Edit payload (product 3). `id`, `created` and `clinician_username` may be sent and are ignored: the path names the patient.
 * `clinician_id` says whose patient the caller believes them to be; `assignPatient` changes that, an edit never does.
 */
export const patientEdit = v.object({
  code: patientCode,
  date_of_birth: isoDate,
  gender,
  clinician_id: v.optional(id),
  diagnoses: v.pipe(
    v.array(v.object({ id: text(20) })),
    v.minLength(1, 'diagnosis_required'),
    v.maxLength(50, 'too_long'),
  ),
  admission: isoDate,
  discharge: isoDate,
  labels,
});
export type PatientEdit = v.InferOutput<typeof patientEdit>;

/** Answer of the edit call: sessions that lie in no window of their type any more (product 10). */
export const patientEditAnswer = v.object({ surveys: v.array(surveyStateOnly) });

export const patientAssignment = v.object({ patient_id: id, clinician_from: id, clinician_to: id });
export const patientTransfer = v.object({
  clinician_from: id,
  clinician_to: id,
  patient_ids: v.pipe(v.array(id), v.minLength(1, 'required'), v.maxLength(10_000, 'too_long')),
});

const csvCell = v.object({ value: v.string(), valid: v.boolean(), message: v.string() });
export const csvValidation = v.object({
  valid: v.boolean(),
  patients: v.array(v.object({ items: v.pipe(v.array(csvCell), v.length(8)) })),
});
