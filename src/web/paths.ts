import type { UserType } from '../contract/accounts.ts';
import { pages } from '../contract/pages.ts';

/** Every address of the web application (product 2.1). Links and redirects come from here. */
export const paths = pages;

export type Path = (typeof paths)[keyof typeof paths];

export const loginPath = {
  patient: paths.loginPatient,
  clinician: paths.loginClinician,
  admin: paths.loginAdmin,
} as const satisfies Record<UserType, Path>;

export const homePath = {
  patient: paths.patientHome,
  clinician: paths.clinicianHome,
  admin: paths.adminHome,
} as const satisfies Record<UserType, Path>;

export const informationPath = {
  patient: paths.patientInformation,
  clinician: paths.clinicianInformation,
  admin: paths.adminInformation,
} as const satisfies Record<UserType, Path>;

/** The sections of each home page the side menu can open (product 2.3: sidebar sections per role). */
export type PatientSection = 'current' | 'info' | 'survey' | 'report' | 'clinics';
export type AdminSection = 'patients' | 'employees' | 'clinic';

/** Navigation state of the patient and admin home: which accordion section to open. */
export type SectionState<Section extends string> = { section: Section };

/** Navigation state of the clinician home (product 2.12: without it the page is an error screen). */
export type ClinicianHomeState = { accordionMyClinics: boolean; accordionMyPatients: boolean };

export const clinicianHomeStates = {
  myPatients: { accordionMyPatients: true, accordionMyClinics: false },
  clinics: { accordionMyPatients: false, accordionMyClinics: true },
  none: { accordionMyPatients: false, accordionMyClinics: false },
} as const satisfies Record<string, ClinicianHomeState>;

/** The state a link to a role's home page carries. */
export const homeState = {
  patient: { section: 'current' } satisfies SectionState<PatientSection>,
  clinician: clinicianHomeStates.myPatients,
  admin: { section: 'patients' } satisfies SectionState<AdminSection>,
} as const satisfies Record<UserType, object>;

/** The login page of a user type, with the page to open afterwards. */
export function loginWithRedirect(userType: UserType, redirectTo?: Path): string {
  const path = loginPath[userType];
  return redirectTo ? `${path}?redirectTo=${redirectTo}` : path;
}

/** The path itself if it is a page of the application, else null. A redirect leads to such a path only (R60). */
export function knownPath(asked: string | null): Path | null {
  return Object.values(paths).find((path) => path === asked) ?? null;
}
