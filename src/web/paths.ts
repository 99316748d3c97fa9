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

/**
 * The sections of each home page the side menu can open (product 2.3: sidebar sections per role). They stand in the
 * fragment of the address, so a section can be bookmarked. The first one is open without a fragment.
 */
export const sections = {
  patient: ['current', 'info', 'survey', 'report', 'clinics'],
  admin: ['patients', 'employees', 'clinic'],
} as const;

export type PatientSection = (typeof sections.patient)[number];
export type AdminSection = (typeof sections.admin)[number];

/** The address of a page, or of one of its sections. */
export type Address = Path | `${Path}#${string}`;

export const sectionAddress = {
  patient: (section: PatientSection): Address => addressOf(homePath.patient, section, sections.patient[0]),
  admin: (section: AdminSection): Address => addressOf(homePath.admin, section, sections.admin[0]),
};

function addressOf(path: Path, section: string, first: string): Address {
  return section === first ? path : `${path}#${section}`;
}

/** The section that a fragment names: the first one if it names none of the page. */
export function namedSection<Section extends string>(
  hash: string,
  known: readonly [Section, ...Section[]],
): Section {
  return known.find((section) => `#${section}` === hash) ?? known[0];
}

/** Navigation state of the clinician home (product 2.12: without it the page is an error screen). */
export type ClinicianHomeState = { accordionMyClinics: boolean; accordionMyPatients: boolean };

export const clinicianHomeStates = {
  myPatients: { accordionMyPatients: true, accordionMyClinics: false },
  clinics: { accordionMyPatients: false, accordionMyClinics: true },
  none: { accordionMyPatients: false, accordionMyClinics: false },
} as const satisfies Record<string, ClinicianHomeState>;

/** The state a link to a role's home page carries. */
export const homeState = {
  patient: null,
  clinician: clinicianHomeStates.myPatients,
  admin: null,
} as const satisfies Record<UserType, object | null>;

/** The login page of a user type, with the page to open afterwards. */
export function loginWithRedirect(userType: UserType, redirectTo?: Path): string {
  const path = loginPath[userType];
  return redirectTo ? `${path}?redirectTo=${redirectTo}` : path;
}

/** The path itself if it is a page of the application, else null. A redirect leads to such a path only (R60). */
export function knownPath(asked: string | null): Path | null {
  return Object.values(paths).find((path) => path === asked) ?? null;
}
