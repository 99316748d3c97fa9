import * as v from 'valibot';
import * as accounts from './accounts.ts';
import * as consent from './consent.ts';
import { id } from './fields.ts';
import * as patients from './patients.ts';
import * as surveys from './surveys.ts';

/** Who may call a route: everybody, or the named roles of a live session. */
export type Access = 'public' | readonly accounts.UserType[];

/**
 * One call of the API. `params` and `body` validate what comes in, `answer` what goes out: what it does not name does
 * not leave. `answer` 'html', 'pdf' and 'json-document' are sent as they are; null means 204. `optional` answers 204
 * where the handler has nothing to tell. `upload` takes one multipart file. `repeatable` calls honour an
 * `Idempotency-Key` (R26). `effect` marks a GET that changes something.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  summary: string;
  params?: v.GenericSchema;
  body?: v.GenericSchema;
  upload?: true;
  answer: v.GenericSchema | 'html' | 'pdf' | null;
  optional?: true;
  repeatable?: true;
  effect?: true;
};

const byId = v.object({ id });
const staff = ['clinician', 'admin'] as const;
const ok = v.object({});

/** Every call there is (product 7). The server, the client, the access test and openapi.json are made from it. */
export const routes = {
  loginPatient: {
    method: 'POST',
    path: '/api/patients/login',
    access: 'public',
    summary: 'Log a patient in',
    body: accounts.login,
    answer: accounts.loginAnswer,
  },
  loginClinician: {
    method: 'POST',
    path: '/api/clinicians/login',
    access: 'public',
    summary: 'Log a clinician in',
    body: accounts.login,
    answer: accounts.loginAnswer,
  },
  loginAdmin: {
    method: 'POST',
    path: '/api/clinic-admins/login',
    access: 'public',
    summary: 'Log a clinic admin in',
    body: accounts.login,
    answer: accounts.loginAnswer,
  },
  getLoginChallenge: {
    method: 'GET',
    path: '/api/login-challenges',
    access: 'public',
    summary: 'A task to solve before a login that was refused with proof_required',
    answer: accounts.loginChallenge,
  },
  refreshSession: {
    method: 'GET',
    path: '/api/refresh-tokens',
    access: 'public',
    summary: 'Rotate the tokens of the session',
    answer: accounts.sessionAnswer,
    effect: true,
  },
  logout: {
    method: 'DELETE',
    path: '/api/refresh-tokens',
    access: 'public',
    summary: 'End the session',
    answer: null,
  },
  listClinics: {
    method: 'GET',
    path: '/api/clinics',
    access: 'public',
    summary: 'List the clinics',
    answer: v.array(accounts.clinic),
  },
  registerAdmin: {
    method: 'POST',
    path: '/api/clinic-admins/registration',
    access: 'public',
    summary: 'Register the admin of a clinic',
    body: accounts.adminRegistration,
    answer: accounts.shownOnce,
    repeatable: true,
  },

  changePassword: {
    method: 'POST',
    path: '/api/auth/password',
    access: staff,
    summary: 'Change the own password',
    body: accounts.passwordChange,
    answer: ok,
    repeatable: true,
  },
  getSecondFactor: {
    method: 'GET',
    path: '/api/auth/second-factor',
    access: staff,
    summary: 'Whether the own account has a second factor, or could have one',
    answer: accounts.secondFactor,
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/api/auth/second-factor/setup',
    access: staff,
    summary: 'Begin to set up a second factor',
    body: accounts.ownPassword,
    answer: accounts.secondFactorSecret,
    repeatable: true,
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/api/auth/second-factor/confirmation',
    access: staff,
    summary: 'Confirm the second factor with a first code; answers the recovery codes',
    body: accounts.ownCode,
    answer: accounts.recoveryCodes,
    repeatable: true,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/auth/second-factor/recovery-codes',
    access: staff,
    summary: 'Replace the recovery codes',
    body: accounts.ownPasswordAndCode,
    answer: accounts.recoveryCodes,
    repeatable: true,
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/api/auth/second-factor/removal',
    access: staff,
    summary: 'Switch the own second factor off',
    body: accounts.ownPasswordAndCode,
    answer: ok,
    repeatable: true,
  },
  listSessions: {
    method: 'GET',
    path: '/api/auth/sessions',
    access: accounts.userTypes,
    summary: 'The browsers in which the own account is signed in',
    answer: v.object({ sessions: v.array(accounts.loginSession) }),
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/auth/sessions',
    access: accounts.userTypes,
    summary: 'End all sessions of the own account but this one',
    answer: ok,
    repeatable: true,
  },
  listNotices: {
    method: 'GET',
    path: '/api/auth/clinic-admins/notices',
    access: ['admin'],
    summary: 'What the admin is told of attacks on the logins of the clinic',
    answer: v.object({ notices: v.array(accounts.securityNotice) }),
  },
  listDiagnoses: {
    method: 'GET',
    path: '/api/auth/diagnoses',
    access: staff,
    summary: 'List the diagnoses',
    answer: v.array(patients.diagnosis),
  },
  listClinicians: {
    method: 'GET',
    path: '/api/auth/clinicians',
    access: staff,
    summary: 'List the clinicians a patient can be assigned to',
    answer: v.object({ clinicians: v.array(accounts.clinician) }),
  },

  listOwnPatients: {
    method: 'GET',
    path: '/api/auth/clinicians/patients',
    access: ['clinician'],
    summary: 'List the own patients',
    answer: v.object({ list_patient_dto: v.array(patients.clinicianPatient) }),
  },
  listClinicPatients: {
    method: 'GET',
    path: '/api/auth/clinic-admins/patients',
    access: ['admin'],
    summary: 'List the patients of the clinic',
    answer: v.object({ list_patient_dto: v.array(patients.adminPatient) }),
  },
  registerPatient: {
    method: 'POST',
    path: '/api/auth/patients/registration',
    access: staff,
    summary: 'Register a patient',
    body: patients.patientRegistration,
    answer: v.object({ id }),
    repeatable: true,
  },
  editPatient: {
    method: 'PUT',
    path: '/api/auth/patients/{id}',
    access: staff,
    summary: 'Edit a patient',
    params: byId,
    body: patients.patientEdit,
    answer: patients.patientEditAnswer,
    repeatable: true,
  },
  assignPatient: {
    method: 'POST',
    path: '/api/auth/clinicians/patients',
    access: staff,
    summary: 'Assign a patient to another clinician',
    body: patients.patientAssignment,
    answer: ok,
    repeatable: true,
  },
  transferPatients: {
    method: 'POST',
    path: '/api/auth/clinic-admins/patients',
    access: ['admin'],
    summary: 'Transfer many patients',
    body: patients.patientTransfer,
    answer: v.object({ data: v.object({ transferred: v.number() }) }),
    repeatable: true,
  },
  validateCsv: {
    method: 'POST',
    path: '/api/auth/clinic-admins/patients/csv-validation',
    access: ['admin'],
    summary: 'Check a CSV file of patients',
    upload: true,
    answer: patients.csvValidation,
  },
  importCsv: {
    method: 'POST',
    path: '/api/auth/clinic-admins/patients/csv',
    access: ['admin'],
    summary: 'Import a CSV file of patients',
    upload: true,
    answer: v.object({ data: v.object({ imported: v.number() }) }),
    repeatable: true,
  },

  listCliniciansWithCounts: {
    method: 'GET',
    path: '/api/auth/clinic-admins/clinicians',
    access: ['admin'],
    summary: 'List the clinicians of the clinic',
    answer: v.object({ clinicians: v.array(accounts.clinicianWithCount) }),
  },
  registerClinician: {
    method: 'POST',
    path: '/api/auth/clinicians/registration',
    access: ['admin'],
    summary: 'Register a clinician',
    body: accounts.clinicianRegistration,
    answer: accounts.shownOnce,
    repeatable: true,
  },
  renameClinician: {
    method: 'POST',
    path: '/api/auth/clinician/profile',
    access: ['admin'],
    summary: 'Rename a clinician',
    body: accounts.clinicianProfile,
    answer: ok,
    repeatable: true,
  },
  listPatientsOfClinician: {
    method: 'POST',
    path: '/api/auth/clinic-admins/clinicians/patients',
    access: ['admin'],
    summary: 'List the patient codes of a clinician',
    body: v.object({ clinician_id: id }),
    answer: accounts.clinicianPatientCodes,
  },
  resetPasswordByGet: {
    method: 'GET',
    path: '/api/auth/clinicians/{id}/new-password',
    access: ['admin'],
    summary: 'Reset the password of a clinician',
    params: byId,
    answer: accounts.shownOnce,
    repeatable: true,
    effect: true,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/clinicians/{id}/new-password',
    access: ['admin'],
    summary: 'Reset the password of a clinician',
    params: byId,
    answer: accounts.shownOnce,
    repeatable: true,
  },
  enableClinicianByGet: {
    method: 'GET',
    path: '/api/auth/clinicians/{id}/activation',
    access: ['admin'],
    summary: 'Enable a clinician',
    params: byId,
    answer: ok,
    effect: true,
  },
  enableClinician: {
    method: 'POST',
    path: '/api/auth/clinicians/{id}/activation',
    access: ['admin'],
    summary: 'Enable a clinician',
    params: byId,
    answer: ok,
  },
  disableClinicianByGet: {
    method: 'GET',
    path: '/api/auth/clinicians/{id}/deactivation',
    access: ['admin'],
    summary: 'Disable a clinician',
    params: byId,
    answer: ok,
    effect: true,
  },
  disableClinician: {
    method: 'POST',
    path: '/api/auth/clinicians/{id}/deactivation',
    access: ['admin'],
    summary: 'Disable a clinician',
    params: byId,
    answer: ok,
  },

  getSurvey: {
    method: 'GET',
    path: '/api/auth/patients/survey',
    access: ['patient'],
    summary: 'The current page of the survey; 204 when nothing is left',
    answer: surveys.surveyPage,
    optional: true,
  },
  submitSurvey: {
    method: 'POST',
    path: '/api/auth/patients/survey',
    access: ['patient'],
    summary: 'Answer the current page',
    body: surveys.surveySubmission,
    answer: ok,
  },
  saveDraft: {
    method: 'PUT',
    path: '/api/auth/patients/survey/draft',
    access: ['patient'],
    summary: 'Keep what is ticked but not sent',
    body: surveys.surveySubmission,
    answer: ok,
  },
  listWindows: {
    method: 'GET',
    path: '/api/auth/patients/stws',
    access: ['patient'],
    summary: 'The survey windows',
    answer: surveys.patientWindows,
  },
  getCurrentWindow: {
    method: 'GET',
    path: '/api/auth/patients/stws/now',
    access: ['patient'],
    summary: 'The open survey window',
    answer: surveys.currentWindow,
  },
  getConsent: {
    method: 'GET',
    path: '/api/auth/patients/consent',
    access: ['patient'],
    summary: 'The study consent: its text and whether it was given; 204 where none is asked for',
    answer: consent.consentAnswer,
    optional: true,
  },
  giveConsent: {
    method: 'POST',
    path: '/api/auth/patients/consent',
    access: ['patient'],
    summary: 'Consent to the version of the text that was shown',
    body: consent.consentGiving,
    answer: ok,
    repeatable: true,
  },
  withdrawConsent: {
    method: 'DELETE',
    path: '/api/auth/patients/consent',
    access: ['patient'],
    summary: 'Withdraw the study consent',
    answer: ok,
    repeatable: true,
  },
  listPatientReports: {
    method: 'GET',
    path: '/api/auth/patients/patient-reports/patients',
    access: ['patient'],
    summary: 'The reports the patient may open',
    answer: surveys.reportEntries,
  },
  getPatientReport: {
    method: 'GET',
    path: '/api/auth/patients/survey-sessions/{id}/reports',
    access: ['patient', 'clinician'],
    summary: 'The report for the patient',
    params: byId,
    answer: 'html',
  },
  getClinicianReport: {
    method: 'GET',
    path: '/api/auth/clinicians/survey-sessions/{id}/reports',
    access: ['clinician'],
    summary: 'The report for the clinician; marks it viewed',
    params: byId,
    answer: 'html',
    effect: true,
  },
  getClinicianReportPdf: {
    method: 'GET',
    path: '/api/auth/clinicians/survey-sessions/{id}/reports.pdf',
    access: ['clinician'],
    summary: 'The report for the clinician as a tagged PDF; marks it viewed',
    params: byId,
    answer: 'pdf',
    effect: true,
  },
} as const satisfies Record<string, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

type OutputOf<S> = S extends v.GenericSchema
  ? v.InferOutput<S>
  : S extends 'html'
    ? string
    : S extends 'pdf'
      ? Uint8Array
      : null;

/** What a caller sends as body, before the schema fills defaults in. */
export type BodyInput<N extends RouteName> = Routes[N] extends { body: infer B extends v.GenericSchema }
  ? v.InferInput<B>
  : undefined;
/** The body as the handler gets it. */
export type Body<N extends RouteName> = Routes[N] extends { body: infer B extends v.GenericSchema }
  ? v.InferOutput<B>
  : undefined;
/** The path parameters as the handler gets them. */
export type Params<N extends RouteName> = Routes[N] extends { params: infer P extends v.GenericSchema }
  ? v.InferOutput<P>
  : undefined;
/** What the call answers; null stands for 204. */
export type Answer<N extends RouteName> =
  | OutputOf<Routes[N]['answer']>
  | (Routes[N] extends { optional: true } ? null : never);
