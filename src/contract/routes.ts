// oxlint-disable max-lines -- one table of all calls, without a line of logic
import * as v from 'valibot';
import * as accounts from './accounts.ts';
import * as consent from './consent.ts';
import { crisisRoutes } from './crisis.ts';
import type { endpoints } from './endpoints.ts';
import { byId, id, instant, ok } from './fields.ts';
import * as patients from './patients.ts';
import type { DetailsOf, FurtherCall, Route } from './route.ts';
import { sharing, sharingChoice, systemView } from './relatives.ts';
import * as surveys from './surveys.ts';

const clinicianReport = { params: byId, effect: true, audit: 'report_viewed' } as const;
const login = {
  body: accounts.login,
  answer: accounts.loginAnswer,
  audit: 'login',
  retryKey: false,
} as const;

/**
 * The input, answer and audit action of each call. Method, path and access are in `endpoints.ts`. The calls about answers that
 * show danger are in `crisis.ts`.
 */
export const routes = {
  ...crisisRoutes,
  loginPatient: { summary: 'Log a patient in', ...login },
  loginClinician: { summary: 'Log a clinician in', ...login },
  loginAdmin: { summary: 'Log a clinic admin in', ...login },
  refreshSession: {
    summary: 'Rotate the tokens of the session',
    answer: accounts.sessionAnswer,
    effect: true,
    audit: null,
  },
  logout: { summary: 'End the session', answer: null, audit: 'logout', retryKey: false },
  listClinics: { summary: 'List the clinics', answer: v.array(accounts.clinic), audit: null },
  registerAdmin: {
    summary: 'Register the admin of a clinic',
    body: accounts.adminRegistration,
    answer: accounts.shownOnce,
    audit: 'admin_registered',
    retryKey: true,
  },

  changePassword: {
    summary: 'Change the own password',
    body: accounts.passwordChange,
    answer: ok,
    checksSecret: true,
    audit: 'password_changed',
    retryKey: true,
  },
  getSecondFactor: {
    summary: 'Whether the own account has a second factor, or could have one',
    answer: accounts.secondFactor,
    audit: null,
  },
  beginSecondFactor: {
    summary: 'Begin to set up a second factor',
    body: accounts.ownPassword,
    answer: accounts.secondFactorSecret,
    checksSecret: true,
    audit: 'second_factor_begun',
    retryKey: true,
  },
  confirmSecondFactor: {
    summary: 'Confirm the second factor with a first code; answers the recovery codes',
    body: accounts.ownCode,
    answer: accounts.recoveryCodes,
    checksSecret: true,
    audit: 'second_factor_set_up',
    retryKey: true,
  },
  renewRecoveryCodes: {
    summary: 'Replace the recovery codes',
    body: accounts.ownPasswordAndCode,
    answer: accounts.recoveryCodes,
    checksSecret: true,
    audit: 'recovery_codes_renewed',
    retryKey: true,
  },
  removeSecondFactor: {
    summary: 'Switch the own second factor off',
    body: accounts.ownPasswordAndCode,
    answer: ok,
    checksSecret: true,
    audit: 'second_factor_removed',
    retryKey: true,
  },
  listSessions: {
    summary: 'The browsers in which the own account is signed in',
    answer: v.object({ sessions: v.array(accounts.loginSession) }),
    audit: null,
  },
  endOtherSessions: {
    summary: 'End all sessions of the own account but this one',
    answer: ok,
    audit: 'sessions_ended',
    retryKey: true,
  },
  listNotices: {
    summary: 'What the admin is told of attacks on the logins of the clinic',
    answer: v.object({ notices: v.array(accounts.securityNotice) }),
    audit: null,
  },
  listDiagnoses: { summary: 'List the diagnoses', answer: v.array(patients.diagnosis), audit: null },
  listClinicians: {
    summary: 'List the clinicians a patient can be assigned to',
    answer: v.object({ clinicians: v.array(accounts.clinician) }),
    audit: null,
  },

  listOwnPatients: {
    summary: 'List the own patients',
    answer: patients.ownPatients(patients.clinicianPatient),
    audit: 'patients_listed',
  },
  listClinicPatients: {
    summary: 'List the patients of the clinic',
    answer: v.object({
      list_patient_dto: v.array(patients.adminPatient),
      locked_logins: v.array(patients.lockedLogin),
    }),
    ofWholeClinic: true,
    audit: 'patients_listed',
  },
  registerPatient: {
    summary: 'Register a patient',
    body: patients.patientRegistration,
    answer: v.object({ id }),
    audit: 'patient_registered',
    retryKey: true,
  },
  makeAccessSheets: {
    summary: 'A page for each patient with the way to the surveys, as a tagged PDF',
    body: patients.accessSheets,
    answer: 'pdf',
    audit: 'access_sheet_made',
    // A second sheet is the same.
    retryKey: false,
  },
  editPatient: {
    summary: 'Edit a patient',
    params: byId,
    body: patients.patientEdit,
    answer: patients.patientEditAnswer,
    audit: 'patient_edited',
    retryKey: true,
  },
  previewWindows: {
    summary: 'List the survey windows that follow from an admission and a discharge',
    params: patients.therapyDates,
    answer: v.object({ stws: v.array(patients.surveyTimeWindow) }),
    audit: null,
  },
  allowDevice: {
    summary: 'Let a device that is not known try the code of a patient for some minutes',
    params: byId,
    answer: v.object({ allowed_until: instant }),
    audit: 'device_allowed',
    retryKey: true,
  },
  assignPatient: {
    summary: 'Assign a patient to another clinician',
    body: patients.patientAssignment,
    answer: ok,
    audit: 'patient_assigned',
    retryKey: true,
  },
  transferPatients: {
    summary: 'Transfer many patients',
    body: patients.patientTransfer,
    answer: v.object({ data: v.object({ transferred: v.number() }) }),
    audit: 'patient_assigned',
    retryKey: true,
  },
  validateCsv: {
    summary: 'Check a CSV file of patients',
    upload: true,
    answer: patients.csvValidation,
    audit: 'import_checked',
    retryKey: false,
  },
  importCsv: {
    summary: 'Import a CSV file of patients',
    upload: true,
    answer: v.object({ data: v.object({ imported: v.number() }) }),
    audit: 'patients_imported',
    retryKey: true,
  },

  listAdmins: {
    summary: 'List the admins of the clinic',
    answer: v.object({ admins: v.array(accounts.admin) }),
    audit: null,
  },
  addAdmin: {
    summary: 'Give another person access as an admin of the clinic; the account is active at once',
    body: accounts.staffRegistration,
    answer: accounts.shownOnce,
    audit: 'admin_added',
    retryKey: true,
  },
  enableAdmin: {
    summary: 'Enable another admin',
    params: byId,
    answer: ok,
    audit: 'admin_enabled',
    retryKey: false,
  },
  disableAdmin: {
    summary: 'Disable another admin and end the sessions of the account',
    params: byId,
    answer: ok,
    audit: 'admin_disabled',
    retryKey: false,
  },
  resetSecondFactor: {
    summary: 'Remove the second factor of another account, end its sessions and give it a new password',
    params: byId,
    answer: accounts.shownOnce,
    audit: 'password_reset',
    retryKey: true,
  },
  listCliniciansWithCounts: {
    summary: 'List the clinicians of the clinic',
    answer: v.object({ clinicians: v.array(accounts.clinicianWithCount) }),
    audit: null,
  },
  registerClinician: {
    summary: 'Register a clinician',
    body: accounts.staffRegistration,
    answer: accounts.shownOnce,
    audit: 'clinician_registered',
    retryKey: true,
  },
  renameClinician: {
    summary: 'Rename a clinician',
    body: accounts.clinicianProfile,
    answer: ok,
    audit: 'clinician_renamed',
    retryKey: true,
  },
  listPatientsOfClinician: {
    summary: 'List the patient codes of a clinician',
    body: v.object({ clinician_id: id }),
    answer: accounts.clinicianPatientCodes,
    audit: 'patient_codes_listed',
    retryKey: false,
  },
  listTransfers: {
    summary: 'List the patients of a clinician whom an admin has transferred lately',
    params: byId,
    answer: accounts.clinicianTransfers,
    audit: 'patient_codes_listed',
  },
  resetPassword: {
    summary: 'Reset the password of a clinician',
    params: byId,
    answer: accounts.shownOnce,
    audit: 'password_reset',
    retryKey: true,
  },
  enableClinician: {
    summary: 'Enable a clinician',
    params: byId,
    answer: ok,
    audit: 'clinician_enabled',
    retryKey: false,
  },
  disableClinician: {
    summary: 'Disable a clinician',
    params: byId,
    answer: ok,
    audit: 'clinician_disabled',
    retryKey: false,
  },

  getSurvey: {
    summary: 'The current page of the survey; 204 when nothing is left',
    answer: surveys.surveyPage,
    optional: true,
    audit: 'survey_started',
  },
  submitSurvey: {
    summary: 'Answer the current page',
    body: surveys.pageSubmission,
    answer: surveys.pageTaken,
    audit: null,
    retryKey: false,
  },
  saveDraft: {
    summary: 'Keep what is ticked but not sent',
    body: surveys.surveySubmission,
    answer: ok,
    audit: null,
    retryKey: false,
  },
  listWindows: { summary: 'The survey windows', answer: surveys.patientWindows, audit: null },
  getCurrentWindow: { summary: 'The open survey window', answer: surveys.currentWindow, audit: null },
  listMailAddresses: {
    summary: 'The stored e-mail addresses, masked',
    answer: surveys.mailAddresses,
    audit: null,
  },
  removeMailAddresses: {
    summary: 'Erase the stored e-mail addresses',
    answer: ok,
    audit: 'mail_addresses_removed',
    retryKey: true,
  },
  repeatConfirmation: {
    summary: 'Ask again by mail whether the addresses are right',
    answer: ok,
    audit: 'mail_confirmation_repeated',
    retryKey: true,
  },
  getConsent: {
    summary: 'The study consent: its text and whether it was given; 204 where none is asked for',
    answer: consent.consentAnswer,
    optional: true,
    audit: null,
  },
  giveConsent: {
    summary: 'Consent to the version of the text that was shown',
    body: consent.consentGiving,
    answer: ok,
    audit: 'consent_given',
    retryKey: true,
  },
  withdrawConsent: {
    summary: 'Withdraw the study consent',
    answer: ok,
    audit: 'consent_withdrawn',
    retryKey: true,
  },
  getSharing: {
    summary: 'Whether the patient agrees to be shown beside relatives',
    answer: sharing,
    audit: null,
  },
  setSharing: {
    summary: 'Agree or refuse to be shown beside relatives',
    body: sharingChoice,
    answer: ok,
    audit: 'sharing_answered',
    // A second call stores the same answer.
    retryKey: false,
  },
  listPatientReports: {
    summary: 'The reports the patient may open',
    answer: surveys.reportEntries,
    audit: null,
  },
  getPatientReport: {
    summary: 'The report for the patient',
    params: byId,
    answer: 'html',
    audit: 'patient_report_viewed',
  },
  getPatientCourse: {
    summary: 'All scales of a patient over all surveys, and who opened which report',
    params: byId,
    answer: surveys.patientCourse,
    audit: 'course_viewed',
  },
  getSystemView: {
    summary: 'Own patients with the same System-ID side by side, as far as each agreed',
    params: byId,
    answer: systemView,
    audit: 'system_view_viewed',
  },
  getSystemViewPdf: {
    summary: 'The same as a tagged PDF',
    params: byId,
    answer: 'pdf',
    audit: 'system_view_viewed',
  },
  markReportUnread: {
    summary: 'Mark a report unread again',
    params: byId,
    answer: ok,
    audit: 'report_marked_unread',
    // A second call changes nothing.
    retryKey: false,
  },
  getClinicianReport: {
    summary: 'The report for the clinician; marks it viewed',
    answer: 'html',
    ...clinicianReport,
  },
  getClinicianReportPdf: {
    summary: 'The report for the clinician as a tagged PDF; marks it viewed',
    answer: 'pdf',
    ...clinicianReport,
  },
  getClinicianReportPart: {
    summary: 'The first page and chosen sections of the report as a tagged PDF; marks it viewed',
    answer: 'pdf',
    ...clinicianReport,
    params: surveys.reportParts,
  },
} as const satisfies { [Name in RouteName]: DetailsOf<(typeof endpoints)[Name]> };

export type RouteName = keyof typeof endpoints;
export type Routes = { [Name in RouteName]: (typeof endpoints)[Name] & (typeof routes)[Name] };

/** The audit actions of the calls. `server/audit` adds the actions outside of calls. */
export type RouteAction = Exclude<Routes[RouteName]['audit'], null>;

type Content = { html: string; pdf: Uint8Array };
type Given<S> = Sent<S> | (S extends v.GenericSchema ? v.InferInput<S> : never);
type Sent<S> = S extends v.GenericSchema ? v.InferOutput<S> : S extends keyof Content ? Content[S] : null;
type OrNothing<R> = R extends { optional: true } ? null : never;
type AnswerOf<R> = R extends { answer: infer S } ? S : never;

/** A call of the core by its name, or one of an extension by its route. */
export type AnyCall = RouteName | Route | FurtherCall;
export type RouteOf<C extends AnyCall> = C extends RouteName
  ? Routes[C]
  : C extends FurtherCall<infer R>
    ? R
    : C;

/** The body from the caller, before the schema fills in defaults. */
export type BodyInput<C extends AnyCall> =
  RouteOf<C> extends { body: infer B extends v.GenericSchema } ? v.InferInput<B> : undefined;
/** The body for the handler. It is missing where a file was sent in its place. */
export type Body<C extends AnyCall> =
  RouteOf<C> extends { body: infer B extends v.GenericSchema }
    ? v.InferOutput<B> | (RouteOf<C> extends { upload: 'optional' } ? undefined : never)
    : undefined;
/** The path parameters for the handler. */
export type Params<C extends AnyCall> =
  RouteOf<C> extends { params: infer P extends v.GenericSchema } ? v.InferOutput<P> : undefined;
/** The result of the handler: an input or an output of the answer's schema. */
export type AnswerInput<C extends AnyCall> = Given<AnswerOf<RouteOf<C>>> | OrNothing<RouteOf<C>>;
/** The answer for the caller. Null stands for 204. */
export type Answer<C extends AnyCall> = Sent<AnswerOf<RouteOf<C>>> | OrNothing<RouteOf<C>>;
