import type { RouteName, Routes } from '../../contract/routes.ts';

type Endpoints = { [Name in RouteName]: readonly [Routes[Name]['method'], Routes[Name]['path']] };

/**
 * Method and path of every call, held equal to the contract by the compiler. The contract itself stays out of the
 * browser: its schemas would weigh more than this list.
 */
export const endpoints = {
  loginPatient: ['POST', '/api/patients/login'],
  loginClinician: ['POST', '/api/clinicians/login'],
  loginAdmin: ['POST', '/api/clinic-admins/login'],
  getLoginChallenge: ['GET', '/api/login-challenges'],
  refreshSession: ['GET', '/api/refresh-tokens'],
  logout: ['DELETE', '/api/refresh-tokens'],
  listClinics: ['GET', '/api/clinics'],
  registerAdmin: ['POST', '/api/clinic-admins/registration'],
  changePassword: ['POST', '/api/auth/password'],
  listDiagnoses: ['GET', '/api/auth/diagnoses'],
  listClinicians: ['GET', '/api/auth/clinicians'],
  listOwnPatients: ['GET', '/api/auth/clinicians/patients'],
  listClinicPatients: ['GET', '/api/auth/clinic-admins/patients'],
  registerPatient: ['POST', '/api/auth/patients/registration'],
  editPatient: ['PUT', '/api/auth/patients/{id}'],
  assignPatient: ['POST', '/api/auth/clinicians/patients'],
  transferPatients: ['POST', '/api/auth/clinic-admins/patients'],
  validateCsv: ['POST', '/api/auth/clinic-admins/patients/csv-validation'],
  importCsv: ['POST', '/api/auth/clinic-admins/patients/csv'],
  listCliniciansWithCounts: ['GET', '/api/auth/clinic-admins/clinicians'],
  registerClinician: ['POST', '/api/auth/clinicians/registration'],
  renameClinician: ['POST', '/api/auth/clinician/profile'],
  listPatientsOfClinician: ['POST', '/api/auth/clinic-admins/clinicians/patients'],
  resetPasswordByGet: ['GET', '/api/auth/clinicians/{id}/new-password'],
  resetPassword: ['POST', '/api/auth/clinicians/{id}/new-password'],
  enableClinicianByGet: ['GET', '/api/auth/clinicians/{id}/activation'],
  enableClinician: ['POST', '/api/auth/clinicians/{id}/activation'],
  disableClinicianByGet: ['GET', '/api/auth/clinicians/{id}/deactivation'],
  disableClinician: ['POST', '/api/auth/clinicians/{id}/deactivation'],
  getSurvey: ['GET', '/api/auth/patients/survey'],
  submitSurvey: ['POST', '/api/auth/patients/survey'],
  saveDraft: ['PUT', '/api/auth/patients/survey/draft'],
  listWindows: ['GET', '/api/auth/patients/stws'],
  getCurrentWindow: ['GET', '/api/auth/patients/stws/now'],
  listPatientReports: ['GET', '/api/auth/patients/patient-reports/patients'],
  getPatientReport: ['GET', '/api/auth/patients/survey-sessions/{id}/reports'],
  getClinicianReport: ['GET', '/api/auth/clinicians/survey-sessions/{id}/reports'],
  getClinicianReportPdf: ['GET', '/api/auth/clinicians/survey-sessions/{id}/reports.pdf'],
} as const satisfies Endpoints;
