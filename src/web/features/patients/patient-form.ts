import type { AdminPatient, Label } from '../../../contract/patients.ts';
import type { BodyInput } from '../../../contract/routes.ts';
import { formatIsoDate, type IsoDate } from '../../../domain/iso-date.ts';
import { nameRefusal } from '../../../domain/patient-code.ts';
import {
  birthDateProblem,
  dischargeProblem,
  isFarAhead,
  recordDateProblem,
  type RecordProblem,
} from '../../../domain/patient-record.ts';
import { recordProblemText } from '../../../text/patient-record.ts';
import {
  endReasonText,
  patientFormText as formText,
  patientProblemText as text,
} from '../../../text/patients.ts';
import { genderText } from '../../../text/reports.ts';
import { dateProblemText } from '../../../text/ui.ts';
import { type Part, part } from '../../api/meanwhile.ts';
import { readTypedDate } from '../../ui/date-text.ts';

export type Diagnosis = AdminPatient['diagnoses'][number];

/** The form to register or edit a patient. Dates are as typed, `clinician` is a user name, '' means no choice. */
export type PatientForm = {
  code: string;
  date_of_birth: string;
  gender: AdminPatient['gender'] | '';
  clinician: string;
  diagnoses: readonly Diagnosis[];
  admission: string;
  discharge: string;
  /** The end of the therapy is open. A typed discharge stays in the form and is not sent. */
  open_end: boolean;
  system_ids: readonly string[];
  end_reason: string;
  session_count: string;
};

/** The sentence at each refused field. */
export type PatientProblems = Partial<Record<keyof PatientForm, string>>;

const DEFAULT_BIRTH_DATE: IsoDate = '1990-01-01';

/** True if the form still has the birth date that it began with. It would be the password of the patient. */
export function hasDefaultBirthDate({ date_of_birth }: Pick<PatientForm, 'date_of_birth'>): boolean {
  const typed = readTypedDate(date_of_birth);
  return typed.kind === 'date' && typed.iso === DEFAULT_BIRTH_DATE;
}

/** Product 9.3: birth date 1990-01-01, admission and discharge today. The code is a proposal. */
export function emptyForm(today: IsoDate, clinician: string, code: string): PatientForm {
  return {
    code,
    date_of_birth: formatIsoDate(DEFAULT_BIRTH_DATE),
    gender: '',
    clinician,
    diagnoses: [],
    admission: formatIsoDate(today),
    discharge: formatIsoDate(today),
    open_end: false,
    system_ids: [],
    end_reason: '',
    session_count: '',
  };
}

export function formOf(patient: AdminPatient): PatientForm {
  const valuesOf = (key: Label['key']) =>
    patient.labels.filter((label) => label.key === key).map(({ value }) => value);
  return {
    code: patient.code,
    date_of_birth: formatIsoDate(patient.date_of_birth),
    gender: patient.gender,
    clinician: patient.clinician_username,
    diagnoses: patient.diagnoses,
    admission: formatIsoDate(patient.admission),
    discharge: patient.discharge === null ? '' : formatIsoDate(patient.discharge),
    open_end: patient.discharge === null,
    system_ids: valuesOf('CLUSTER'),
    end_reason: valuesOf('THERAPY_END_REASON')[0] ?? '',
    session_count: valuesOf('THERAPY_END_SESSION_COUNT')[0] ?? '',
  };
}

/** The problems of the form (product 5.4). One of the sentences names the `product`. */
export function patientProblems(
  form: PatientForm,
  today: IsoDate,
  product: string,
  codeBefore?: string,
): PatientProblems {
  const problems: { [Field in keyof PatientForm]?: string | undefined } = {
    code: codeProblem(form.code, product, codeBefore),
    date_of_birth: dateProblem(form.date_of_birth, (day) => birthDateProblem(day, today)),
    gender: form.gender === '' ? text.gender : undefined,
    clinician: form.clinician === '' ? text.clinician : undefined,
    diagnoses: form.diagnoses.length === 0 ? text.diagnoses : undefined,
    admission: dateProblem(form.admission, recordDateProblem),
    discharge: form.open_end
      ? undefined
      : dateProblem(form.discharge, (day) => dischargeProblem(day, dayOf(form.admission))),
    session_count: sessionCountProblem(form.session_count),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined));
}

function codeProblem(code: string, product: string, before?: string): string | undefined {
  const refusal = nameRefusal(code.trim(), before);
  if (refusal === 'missing') return text.codeMissing(product);
  return refusal && recordProblemText[`code_${refusal}`];
}

function dateProblem(
  typed: string,
  problemOf: (day: IsoDate) => RecordProblem | undefined,
): string | undefined {
  const date = readTypedDate(typed);
  if (date.kind !== 'date') return dateProblemText[date.kind];
  const problem = problemOf(date.iso);
  return problem && recordProblemText[problem];
}

function dayOf(typed: string): IsoDate | undefined {
  const date = readTypedDate(typed);
  return date.kind === 'date' ? date.iso : undefined;
}

/** Product 5.4: digits only. Shown during typing. */
export function sessionCountProblem(typed: string): string | undefined {
  return /^\d*$/.test(typed.trim()) ? undefined : text.digitsOnly;
}

/** Product 5.4: the form warns of a changed admission or discharge. */
export function areDatesMoved(
  form: PatientForm,
  { admission, discharge }: Pick<AdminPatient, 'admission' | 'discharge'>,
): boolean {
  if (form.admission !== formatIsoDate(admission)) return true;
  if (form.open_end || discharge === null) return form.open_end !== (discharge === null);
  return form.discharge !== formatIsoDate(discharge);
}

/** The registration payload (product 3.10) of a form without problems. It has only the first diagnosis. */
export function registrationOf(form: PatientForm): BodyInput<'registerPatient'> {
  return {
    code: form.code.trim(),
    day_of_birth: isoOf(form.date_of_birth),
    gender: genderOf(form),
    clinician_username: form.clinician,
    diagnosis_id: form.diagnoses[0]?.id ?? '',
    admission: isoOf(form.admission),
    discharge: dischargeOf(form),
    labels: labelsOf(form),
  };
}

/** What changed between the row and a form without problems, with the revision of the row (product 3.10). */
export function editOf(patient: AdminPatient, form: PatientForm): BodyInput<'editPatient'> {
  const { revision, clinician_id } = patient;
  const before = new Map(Object.entries(fieldsOf(formOf(patient))));
  const changed = Object.entries(fieldsOf(form)).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before.get(field)),
  );
  return { revision, clinician_id, ...Object.fromEntries(changed) };
}

function fieldsOf(form: PatientForm) {
  return {
    code: form.code,
    date_of_birth: isoOf(form.date_of_birth),
    gender: genderOf(form),
    diagnoses: form.diagnoses.map(({ id }) => ({ id })),
    admission: isoOf(form.admission),
    discharge: dischargeOf(form),
    labels: labelsOf(form),
  } satisfies BodyInput<'editPatient'>;
}

/** The parts of the form, as the message about other people's changes names them. */
export const patientParts: readonly Part<PatientForm>[] = [
  part('date_of_birth', formText.date_of_birth),
  part('gender', formText.gender, { text: (gender) => (gender === '' ? '' : genderText[gender]) }),
  part('diagnoses', formText.diagnoses, { text: (diagnoses) => diagnoses.map(({ id }) => id).join(', ') }),
  part('admission', formText.admission),
  {
    field: 'discharge',
    label: formText.discharge,
    text: ({ open_end, discharge }) => (open_end ? formText.openEnd : discharge),
    valuesOf: ({ open_end, discharge }) => ({ open_end, discharge }),
  },
  part('system_ids', formText.system_ids, { field: 'labels', text: (ids) => ids.join(', ') }),
  part('end_reason', formText.end_reason, { field: 'labels', text: endReasonIn }),
  part('session_count', formText.session_count, { field: 'labels' }),
];

function endReasonIn(reason: string): string {
  const names: Readonly<Record<string, string>> = endReasonText;
  return names[reason] ?? reason;
}

function isoOf(typed: string): IsoDate {
  const day = dayOf(typed);
  if (day === undefined) throw new TypeError('the form was not checked');
  return day;
}

/** The discharge of a form without problems; null while the end is open. */
function dischargeOf({ open_end, discharge }: PatientForm): IsoDate | null {
  return open_end ? null : isoOf(discharge);
}

/** The dates of the therapy that are more than five years ahead, as typed, in a form without problems. */
export function farDates(form: PatientForm, today: IsoDate): readonly string[] {
  const typed = form.open_end ? [form.admission] : [form.admission, form.discharge];
  return typed.filter((date) => isFarAhead(isoOf(date), today));
}

function genderOf({ gender }: PatientForm): AdminPatient['gender'] {
  if (gender === '') throw new TypeError('the form was not checked');
  return gender;
}

function labelsOf(form: PatientForm): Label[] {
  const labels: Label[] = form.system_ids.map((value) => ({ key: 'CLUSTER', value }));
  if (form.end_reason !== '') labels.push({ key: 'THERAPY_END_REASON', value: form.end_reason });
  const count = form.session_count.trim();
  if (count !== '') labels.push({ key: 'THERAPY_END_SESSION_COUNT', value: count });
  return labels;
}

/** The field of the form for each path of a refusal. */
const fieldOfPath: Readonly<Record<string, keyof PatientForm>> = {
  code: 'code',
  day_of_birth: 'date_of_birth',
  date_of_birth: 'date_of_birth',
  gender: 'gender',
  clinician_username: 'clinician',
  diagnosis_id: 'diagnoses',
  diagnoses: 'diagnoses',
  admission: 'admission',
  discharge: 'discharge',
  labels: 'system_ids',
};

/** The server's sentences by field of the form. Empty if the server refused no field. */
export function refusedFields(errors: Readonly<Record<string, { message: string }>>): PatientProblems {
  const problems: PatientProblems = {};
  for (const [path, { message }] of Object.entries(errors)) {
    const field = fieldOfPath[path.split('.')[0] ?? ''];
    if (field) problems[field] = message;
  }
  return problems;
}

/** The diagnoses that a psychotherapy clinic uses most come first: mood (F3) and anxiety, stress and somatic (F4). */
export function inOrderOfUse(diagnoses: readonly Diagnosis[]): readonly Diagnosis[] {
  const isUsual = ({ id }: Diagnosis) => /^F[34]/.test(id);
  return [...diagnoses.filter(isUsual), ...diagnoses.filter((diagnosis) => !isUsual(diagnosis))];
}

/** The diagnoses without repetitions (product 4.7). */
export function distinct(diagnoses: readonly Diagnosis[]): readonly Diagnosis[] {
  return [...new Map(diagnoses.map((diagnosis) => [diagnosis.id, diagnosis])).values()];
}
