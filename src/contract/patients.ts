import * as v from 'valibot';
import { isIsoDate } from '../domain/iso-date.ts';
import { MAX_NAME_LENGTH } from '../domain/patient-code.ts';
import {
  isLabelText,
  isLabelValue,
  LABEL_KEYS,
  MAX_LABEL_LENGTH,
  MAX_ACCESS_SHEETS,
  MAX_LABELS,
  normalLabel,
  OPEN_END,
} from '../domain/patient-record.ts';
import { SYMPTOM_CHANGES } from '../domain/window-types.ts';
import { WINDOW_TYPES } from '../domain/window-types.ts';
import { consentStanding } from './consent.ts';
import { crisisMark, crisisStanding } from './crisis.ts';
import { revision, wholeWithoutRevision } from './edits.ts';
import { day, editedCode, gender, id, instant, isoDate, patientCode, text } from './fields.ts';

export const windowType = v.picklist(WINDOW_TYPES);

const label = v.pipe(
  v.object({
    key: v.picklist(LABEL_KEYS, 'label_invalid'),
    value: v.pipe(
      text(MAX_LABEL_LENGTH),
      v.transform(normalLabel),
      v.minLength(1, 'label_invalid'),
      v.check(isLabelText, 'label_invalid'),
    ),
  }),
  v.check(isLabelValue, 'label_invalid'),
);
export type Label = v.InferOutput<typeof label>;

const labels = v.pipe(v.array(label), v.maxLength(MAX_LABELS, 'too_long'));

export const diagnosis = v.object({ id: v.string(), description: v.string() });

/** One derived survey window of a patient (`stw`). Start and end belong to it. */
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

/** A survey session for a clinician. `patient_report` is true if the patient has a report as well. */
const surveyStatus = v.object({
  ...surveyState,
  report_viewed: v.boolean(),
  condition_severity: v.picklist(['LOW', 'MEDIUM', 'HIGH', 'UNKNOWN']),
  /** Since the measurement before. Null until the server has judged it, a few seconds after the end of the survey. */
  symptom_change: v.nullable(v.picklist(SYMPTOM_CHANGES)),
  patient_report: v.boolean(),
});

/** A survey session for an admin. It has a state but never a result. */
const surveyStateOnly = v.object(surveyState);

const patientFields = {
  id,
  revision: v.string(),
  code: v.string(),
  date_of_birth: day,
  gender,
  admission: day,
  /** Null while the end of the therapy is open. */
  discharge: v.nullable(day),
  clinician_id: id,
  clinician_username: v.string(),
  diagnoses: v.array(diagnosis),
  labels: v.array(v.object({ key: v.picklist(LABEL_KEYS), value: v.string() })),
  created: instant,
  viewed: v.boolean(),
  duplicate: v.boolean(),
  survey_time_windows: v.array(surveyTimeWindow),
  /** The study consent. Left out if the clinic asks for none. */
  consent: v.optional(consentStanding),
};

/** `as_deputy`: the patient is a colleague's and has an open event (product 19.4). */
export const clinicianPatient = v.object({
  ...patientFields,
  survey_statuses: v.array(surveyStatus),
  crisis: v.nullable(crisisMark),
  crisis_standing: v.nullable(crisisStanding),
  as_deputy: v.boolean(),
});
export const adminPatient = v.object({ ...patientFields, survey_statuses: v.array(surveyStateOnly) });
export type ClinicianPatient = v.InferOutput<typeof clinicianPatient>;
export type AdminPatient = v.InferOutput<typeof adminPatient>;

/**
 * A patient whose code waits after failed logins: unknown devices get a task or have to wait (R46). `allowed_until`: until
 * then the staff lets one in.
 */
export const lockedLogin = v.object({
  patient_id: id,
  locked_until: instant,
  allowed_until: v.nullable(instant),
});
export type LockedLogin = v.InferOutput<typeof lockedLogin>;

/** The answer of a clinician's list, with patients of this schema. */
export const ownPatients = <Patient extends v.GenericSchema>(patient: Patient) =>
  v.object({ list_patient_dto: v.array(patient), locked_logins: v.array(lockedLogin) });

/** Registration payload (product 3.10): `day_of_birth`, one `diagnosis_id`. */
export const patientRegistration = v.object({
  code: patientCode,
  day_of_birth: isoDate,
  gender,
  clinician_username: v.pipe(text(MAX_NAME_LENGTH), v.minLength(1, 'clinician_required')),
  diagnosis_id: v.pipe(text(20), v.minLength(1, 'diagnosis_required')),
  admission: isoDate,
  discharge: v.nullable(isoDate),
  labels: v.optional(labels, []),
});

/** The patients who get a sheet. */
export const accessSheets = v.object({
  patient_ids: v.pipe(v.array(id), v.minLength(1), v.maxLength(MAX_ACCESS_SHEETS, 'too_long')),
});

/**
 * Edit payload (product 3.10). `id`, `created` and `clinician_username` may be sent and are ignored, because the path
 * names the patient. `clinician_id` is the clinician in the form. An edit is refused after a transfer and never assigns
 * the patient (record 036). With a `revision` the fields that do not change may be left out (record 270).
 */
export const patientEdit = v.pipe(
  v.object({
    revision: v.optional(revision),
    code: v.optional(editedCode),
    date_of_birth: v.optional(isoDate),
    gender: v.optional(gender),
    clinician_id: v.optional(id),
    diagnoses: v.optional(
      v.pipe(
        v.array(v.object({ id: text(20) })),
        v.minLength(1, 'diagnosis_required'),
        v.maxLength(50, 'too_long'),
      ),
    ),
    admission: v.optional(isoDate),
    discharge: v.optional(v.nullable(isoDate)),
    labels: v.optional(labels),
  }),
  wholeWithoutRevision(['code', 'date_of_birth', 'gender', 'diagnoses', 'admission', 'discharge', 'labels']),
);

/** A discharge in an address: a date, or `offen` (also `null`) for an open end. */
const dischargeInPath = v.pipe(
  v.string('invalid_date'),
  v.check((value) => isOpenEnd(value) || isIsoDate(value), 'invalid_date'),
  v.transform((value) => (isOpenEnd(value) ? null : value)),
);

const isOpenEnd = (value: string) => value === OPEN_END || value === 'null';

/** The days that the survey windows of a patient follow from. */
export const therapyDates = v.object({ admission: isoDate, discharge: dischargeInPath });

/** The answer of an edit. It names the sessions that no longer lie in a window of their type (product 10.4). */
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
  patients: v.array(v.object({ line: v.number(), items: v.pipe(v.array(csvCell), v.length(8)) })),
});
