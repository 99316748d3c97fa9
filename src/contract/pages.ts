/** Every page of the web client (product 2). Any other path gets the status 404 and the 404 page. */
export const pages = {
  landing: '/',
  loginPatient: '/loginpatient',
  loginClinician: '/loginclinician',
  loginAdmin: '/loginadmin',
  register: '/regist',
  imprint: '/impressum',
  privacy: '/privacypolicy',
  contact: '/contact',
  accessibility: '/barrierefreiheit',
  patientHome: '/patients',
  survey: '/patients/survey',
  patientReport: '/patients/report',
  patientInformation: '/patients/information',
  clinicianHome: '/clinician',
  clinicianReport: '/clinician/clinician-report',
  clinicianPatientReport: '/clinician/patient-report',
  clinicianInformation: '/clinician/information',
  adminHome: '/admin',
  adminInformation: '/admin/information',
  clinicianQuestionnaires: '/clinician/questionnaires',
  adminQuestionnaires: '/admin/questionnaires',
} as const;

export type Page = keyof typeof pages;
