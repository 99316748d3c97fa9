import type { UserType } from '../../contract/accounts.ts';
import { frameText, sidebarText } from '../../text/frame.ts';
import {
  loginPath,
  paths,
  type Address,
  type AdminSection,
  clinicianHomeStates,
  homePath,
  informationPath,
  type PatientSection,
  sectionAddress,
} from '../paths.ts';
import { Institutions } from './Institutions.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { GuardedLink } from '../ui/GuardedLink.tsx';
import css from './Sidebar.module.css';
import { hasOwnHistory, navigate, usePlace } from '../ui/navigation.tsx';
import type { Place } from '../ui/place.ts';

type SidebarProps = { userType: UserType; onFollow?: () => void };

/** The main menu of a signed-in user. */
export function Sidebar({ userType, onFollow }: SidebarProps) {
  return (
    <nav className={css.nav} aria-label={frameText.mainNavigation}>
      {sectionLinks[userType].map((link) => (
        <SidebarItem key={link.text} link={link} onFollow={onFollow} />
      ))}
      {userType === 'patient' && <hr className={css.divider} />}
      <SidebarItem link={informationLink[userType]} onFollow={onFollow} />
      {userType === 'patient' && <GeneralLinks />}
      {userType === 'patient' && (
        <div className={`stack gap-2 ${css.logos}`}>
          <Institutions />
        </div>
      )}
    </nav>
  );
}

type SidebarItemProps = { link: SidebarLink; onFollow: (() => void) | undefined };

function SidebarItem({ link, onFollow }: SidebarItemProps) {
  const place = usePlace();
  return (
    <GuardedLink
      className={`beside gap-3 ${css.link}`}
      to={link.to}
      state={link.state}
      onClick={onFollow}
      aria-current={isCurrent(link, place) ? 'page' : undefined}
    >
      <Icon name={link.icon} size={22} />
      <span>{link.text}</span>
    </GuardedLink>
  );
}

// Hidden on small screens, where the footer has the same links (product 2.3).
function GeneralLinks() {
  return (
    <div className={css.group}>
      <p className={`muted small strong ${css.groupTitle}`}>{frameText.general}</p>
      <GuardedLink className={`beside gap-3 ${css.sub}`} to={paths.imprint}>
        {frameText.imprint}
      </GuardedLink>
      <GuardedLink className={`beside gap-3 ${css.sub}`} to={paths.privacy}>
        {frameText.privacy}
      </GuardedLink>
      <GuardedLink className={`beside gap-3 ${css.sub}`} to={paths.contact}>
        {frameText.contact}
      </GuardedLink>
    </div>
  );
}

// The page before a login may require the login. Going back to it would only lead to the login again.
const leadToLanding: readonly string[] = [...Object.values(loginPath), paths.register];

/** Shown to visitors instead of a menu (product 2.3). */
export function BackButton() {
  const { pathname } = usePlace();
  const goBack = () => {
    if (leadToLanding.includes(pathname) || !hasOwnHistory()) navigate(paths.landing);
    else history.back();
  };
  return (
    <button type="button" className={`beside gap-3 ${css.link}`} onClick={goBack}>
      <Icon name="back" size={22} />
      <span>{frameText.back}</span>
    </button>
  );
}

type SidebarLink = {
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
const sectionLinks = {
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
    {
      text: sidebarText.admin.questionnaires,
      icon: 'clipboard',
      to: paths.adminQuestionnaires,
      state: null,
    },
  ],
} as const satisfies Record<UserType, readonly SidebarLink[]>;

const informationLink = {
  patient: information('patient'),
  clinician: information('clinician'),
  admin: information('admin'),
} as const satisfies Record<UserType, SidebarLink>;

/** Whether the link leads to the page and section that are shown. */
function isCurrent(link: SidebarLink, { pathname, hash, state }: Place): boolean {
  // Closing all panels is an action. No page is open because of it.
  if (link.to !== pathname + hash || link.state === clinicianHomeStates.none) return false;
  return link.state === null || JSON.stringify(link.state) === JSON.stringify(state);
}
