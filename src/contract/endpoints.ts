export const userTypes = ['patient', 'clinician', 'admin'] as const;

/** The roles that may make a call, or 'public' for a call that needs no session. */
export type Access = 'public' | readonly (typeof userTypes)[number][];

/**
 * Method, path and access of a call. A call with `twin: 'GET'` also answers GET at the same path and does the same,
 * because product 7.2 asks for these calls as GET although they change something.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  twin?: 'GET';
};

const patient = ['patient'] as const;
const clinician = ['clinician'] as const;
const admin = ['admin'] as const;
const staff = ['clinician', 'admin'] as const;

/** Method, path and access of every call. The schemas are in `routes.ts`, because they are too large for the browser. */
export const endpoints = {
  loginPatient: { method: 'POST', path: '/api/patients/login', access: 'public' },
  loginClinician: { method: 'POST', path: '/api/clinicians/login', access: 'public' },
  loginAdmin: { method: 'POST', path: '/api/clinic-admins/login', access: 'public' },
  refreshSession: { method: 'GET', path: '/api/refresh-tokens', access: 'public' },
  logout: { method: 'DELETE', path: '/api/refresh-tokens', access: 'public' },
  listClinics: { method: 'GET', path: '/api/clinics', access: 'public' },
  getClinicHelp: { method: 'GET', path: '/api/clinics/{id}/help', access: 'public' },
  registerAdmin: { method: 'POST', path: '/api/clinic-admins/registration', access: 'public' },

  changePassword: { method: 'POST', path: '/api/auth/password', access: staff },
  getSecondFactor: { method: 'GET', path: '/api/auth/second-factor', access: staff },
  beginSecondFactor: { method: 'POST', path: '/api/auth/second-factor/setup', access: staff },
  confirmSecondFactor: { method: 'POST', path: '/api/auth/second-factor/confirmation', access: staff },
  renewRecoveryCodes: { method: 'POST', path: '/api/auth/second-factor/recovery-codes', access: staff },
  removeSecondFactor: { method: 'POST', path: '/api/auth/second-factor/removal', access: staff },
  listSessions: { method: 'GET', path: '/api/auth/sessions', access: userTypes },
  endOtherSessions: { method: 'DELETE', path: '/api/auth/sessions', access: userTypes },
  listNotices: { method: 'GET', path: '/api/auth/clinic-admins/notices', access: admin },
  listDiagnoses: { method: 'GET', path: '/api/auth/diagnoses', access: staff },
  listClinicians: { method: 'GET', path: '/api/auth/clinicians', access: staff },

  listOwnPatients: { method: 'GET', path: '/api/auth/clinicians/patients', access: clinician },
  listCrisisEvents: {
    method: 'GET',
    path: '/api/auth/clinicians/patients/{id}/crisis-events',
    access: clinician,
  },
  acknowledgeCrisisEvent: {
    method: 'POST',
    path: '/api/auth/clinicians/crisis-events/{id}/acknowledgement',
    access: clinician,
  },
  getDeputy: { method: 'GET', path: '/api/auth/clinicians/deputy', access: clinician },
  setDeputy: { method: 'PUT', path: '/api/auth/clinicians/deputy', access: clinician },
  getReminderAddress: { method: 'GET', path: '/api/auth/clinicians/reminder-address', access: clinician },
  setReminderAddress: { method: 'PUT', path: '/api/auth/clinicians/reminder-address', access: clinician },
  getClinicSettings: { method: 'GET', path: '/api/auth/clinic-admins/clinic', access: admin },
  setClinicSettings: { method: 'PUT', path: '/api/auth/clinic-admins/clinic', access: admin },
  setDeputyOfClinician: {
    method: 'PUT',
    path: '/api/auth/clinic-admins/clinicians/{id}/deputy',
    access: admin,
  },
  countCrisisEvents: { method: 'GET', path: '/api/auth/clinic-admins/crisis-counts', access: admin },
  listClinicPatients: { method: 'GET', path: '/api/auth/clinic-admins/patients', access: admin },
  registerPatient: { method: 'POST', path: '/api/auth/patients/registration', access: staff },
  makeAccessSheets: { method: 'POST', path: '/api/auth/patients/access-sheets', access: staff },
  editPatient: { method: 'PUT', path: '/api/auth/patients/{id}', access: staff },
  previewWindows: {
    method: 'GET',
    path: '/api/auth/survey-windows/{admission}/{discharge}',
    access: staff,
  },
  allowDevice: { method: 'POST', path: '/api/auth/patients/{id}/allowed-device', access: staff },
  assignPatient: { method: 'POST', path: '/api/auth/clinicians/patients', access: staff },
  transferPatients: { method: 'POST', path: '/api/auth/clinic-admins/patients', access: admin },
  validateCsv: { method: 'POST', path: '/api/auth/clinic-admins/patients/csv-validation', access: admin },
  importCsv: { method: 'POST', path: '/api/auth/clinic-admins/patients/csv', access: admin },

  listAdmins: { method: 'GET', path: '/api/auth/clinic-admins/admins', access: admin },
  addAdmin: { method: 'POST', path: '/api/auth/clinic-admins/admins', access: admin },
  enableAdmin: { method: 'POST', path: '/api/auth/clinic-admins/admins/{id}/activation', access: admin },
  disableAdmin: { method: 'POST', path: '/api/auth/clinic-admins/admins/{id}/deactivation', access: admin },
  resetSecondFactor: {
    method: 'POST',
    path: '/api/auth/clinic-admins/accounts/{id}/second-factor-removal',
    access: admin,
  },
  listCliniciansWithCounts: { method: 'GET', path: '/api/auth/clinic-admins/clinicians', access: admin },
  registerClinician: { method: 'POST', path: '/api/auth/clinicians/registration', access: admin },
  renameClinician: { method: 'POST', path: '/api/auth/clinician/profile', access: admin },
  listPatientsOfClinician: {
    method: 'POST',
    path: '/api/auth/clinic-admins/clinicians/patients',
    access: admin,
  },
  listTransfers: {
    method: 'GET',
    path: '/api/auth/clinic-admins/clinicians/{id}/transfers',
    access: admin,
  },
  resetPassword: {
    method: 'POST',
    path: '/api/auth/clinicians/{id}/new-password',
    access: admin,
    twin: 'GET',
  },
  enableClinician: {
    method: 'POST',
    path: '/api/auth/clinicians/{id}/activation',
    access: admin,
    twin: 'GET',
  },
  disableClinician: {
    method: 'POST',
    path: '/api/auth/clinicians/{id}/deactivation',
    access: admin,
    twin: 'GET',
  },

  getSurvey: { method: 'GET', path: '/api/auth/patients/survey', access: patient },
  submitSurvey: { method: 'POST', path: '/api/auth/patients/survey', access: patient },
  saveDraft: { method: 'PUT', path: '/api/auth/patients/survey/draft', access: patient },
  listWindows: { method: 'GET', path: '/api/auth/patients/stws', access: patient },
  getCurrentWindow: { method: 'GET', path: '/api/auth/patients/stws/now', access: patient },
  listMailAddresses: { method: 'GET', path: '/api/auth/patients/mail-addresses', access: patient },
  removeMailAddresses: { method: 'DELETE', path: '/api/auth/patients/mail-addresses', access: patient },
  repeatConfirmation: {
    method: 'POST',
    path: '/api/auth/patients/mail-addresses/confirmation',
    access: patient,
  },
  getConsent: { method: 'GET', path: '/api/auth/patients/consent', access: patient },
  giveConsent: { method: 'POST', path: '/api/auth/patients/consent', access: patient },
  withdrawConsent: { method: 'DELETE', path: '/api/auth/patients/consent', access: patient },
  getSharing: { method: 'GET', path: '/api/auth/patients/sharing', access: patient },
  setSharing: { method: 'PUT', path: '/api/auth/patients/sharing', access: patient },
  listPatientReports: { method: 'GET', path: '/api/auth/patients/patient-reports/patients', access: patient },
  getPatientReport: {
    method: 'GET',
    path: '/api/auth/patients/survey-sessions/{id}/reports',
    access: ['patient', 'clinician'],
  },
  getPatientCourse: { method: 'GET', path: '/api/auth/clinicians/patients/{id}/course', access: clinician },
  getSystemView: {
    method: 'GET',
    path: '/api/auth/clinicians/patients/{id}/system-view',
    access: clinician,
  },
  getSystemViewPdf: {
    method: 'GET',
    path: '/api/auth/clinicians/patients/{id}/system-view.pdf',
    access: clinician,
  },
  markReportUnread: {
    method: 'POST',
    path: '/api/auth/clinicians/survey-sessions/{id}/unread',
    access: clinician,
  },
  getClinicianReport: {
    method: 'GET',
    path: '/api/auth/clinicians/survey-sessions/{id}/reports',
    access: clinician,
  },
  getClinicianReportPdf: {
    method: 'GET',
    path: '/api/auth/clinicians/survey-sessions/{id}/reports.pdf',
    access: clinician,
  },
  getClinicianReportPart: {
    method: 'GET',
    path: '/api/auth/clinicians/survey-sessions/{id}/reports/{parts}/pdf',
    access: clinician,
  },
} as const satisfies Record<string, Endpoint>;
