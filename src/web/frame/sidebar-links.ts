import type { UserType } from '../../contract/accounts.ts';
import { sidebarText } from '../../text/frame.ts';
import {
  type Address,
  type AdminSection,
  clinicianHomeStates,
  homePath,
  informationPath,
  type PatientSection,
  sectionAddress,
} from '../paths.ts';
import type { IconName } from '../ui/Icon.tsx';
import type { Place } from '../ui/place.ts';

export type SidebarLink = {
  text: string;
  icon: IconName;
  to: Address;
  /** The panel that the clinician's home opens. */
  state: object | null;
};

function patientSection(section: PatientSection, icon: IconName): SidebarLink {
  return { text: sidebarText.patient[section], icon, to: sectionAddress.patient(section), state: null };
}

function adminSection(section: AdminSection, icon: IconName): SidebarLink {
  return { text: sidebarText.admin[section], icon, to: sectionAddress.admin(section), state: null };
}

function clinicianSection(text: string, icon: IconName, state: object): SidebarLink {
  return { text, icon, to: homePath.clinician, state };
}

function information(userType: UserType): SidebarLink {
  return {
    text: sidebarText[userType].information,
    icon: 'info',
    to: informationPath[userType],
    state: null,
  };
}

/** The sections in the sidebar of each user type (product 2.3). */
export const sectionLinks = {
  patient: [
    patientSection('current', 'bell'),
    patientSection('info', 'person'),
    patientSection('survey', 'clipboard'),
    patientSection('report', 'chart'),
    patientSection('clinics', 'building'),
  ],
  clinician: [
    clinicianSection(sidebarText.clinician.myPatients, 'people', clinicianHomeStates.myPatients),
    clinicianSection(sidebarText.clinician.clinics, 'building', clinicianHomeStates.clinics),
    clinicianSection(sidebarText.clinician.closeAll, 'fold', clinicianHomeStates.none),
  ],
  admin: [
    adminSection('patients', 'people'),
    adminSection('employees', 'person'),
    adminSection('clinic', 'building'),
  ],
} as const satisfies Record<UserType, readonly SidebarLink[]>;

export const informationLink = {
  patient: information('patient'),
  clinician: information('clinician'),
  admin: information('admin'),
} as const satisfies Record<UserType, SidebarLink>;

/** Whether the link leads to the page and section that are shown. */
export function isCurrent(link: SidebarLink, { pathname, hash, state }: Place): boolean {
  // Closing all panels is an action. No page is open because of it.
  if (link.to !== pathname + hash || link.state === clinicianHomeStates.none) return false;
  return link.state === null || JSON.stringify(link.state) === JSON.stringify(state);
}
