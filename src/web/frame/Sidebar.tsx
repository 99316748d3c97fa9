import type { UserType } from '../../contract/accounts.ts';
import { frameText } from '../../text/frame.ts';
import { menuText, sidebarText } from '../../text/menus.ts';
import {
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
import { Drawer } from '../ui/Drawer.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { GuardedLink } from '../ui/GuardedLink.tsx';
import shared from './SideLink.module.css';
import css from './Sidebar.module.css';
import { usePlace } from '../ui/navigation.tsx';
import type { Place } from '../ui/place.ts';
import { moreIcons } from '../ui/more-icons.ts';

type SidebarProps = {
  userType: UserType;
  /** Closes the drawer that holds the menu on a small screen. */
  onClose?: () => void;
};

/** The main menu of a signed-in user. Login and survey have none, so it is a file of its own. */
export default function Sidebar({ userType, onClose }: SidebarProps) {
  if (!onClose) return <Links userType={userType} />;
  return (
    <Drawer title={frameText.menu} closeLabel={menuText.closeMenu} onClose={onClose}>
      <Links userType={userType} onFollow={onClose} />
    </Drawer>
  );
}

type LinksProps = { userType: UserType; onFollow?: () => void };

function Links({ userType, onFollow }: LinksProps) {
  return (
    <nav className={css.nav} aria-label={menuText.mainNavigation}>
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
      className={`beside gap-3 ${shared.link}`}
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
      <p className={`muted small strong ${css.groupTitle}`}>{menuText.general}</p>
      <GuardedLink className={`beside gap-3 ${shared.sub}`} to={paths.imprint}>
        {frameText.imprint}
      </GuardedLink>
      <GuardedLink className={`beside gap-3 ${shared.sub}`} to={paths.privacy}>
        {frameText.privacy}
      </GuardedLink>
      <GuardedLink className={`beside gap-3 ${shared.sub}`} to={paths.contact}>
        {frameText.contact}
      </GuardedLink>
    </div>
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
    patientSection('current', moreIcons.bell),
    patientSection('info', 'person'),
    patientSection('survey', moreIcons.clipboard),
    patientSection('report', moreIcons.chart),
    patientSection('clinics', 'building'),
  ],
  clinician: [
    clinicianSection(sidebarText.clinician.myPatients, 'people', clinicianHomeStates.myPatients),
    clinicianSection(sidebarText.clinician.clinics, 'building', clinicianHomeStates.clinics),
    clinicianSection(sidebarText.clinician.closeAll, moreIcons.fold, clinicianHomeStates.none),
  ],
  admin: [
    adminSection('patients', 'people'),
    adminSection('employees', 'person'),
    adminSection('clinic', 'building'),
    {
      text: sidebarText.admin.questionnaires,
      icon: moreIcons.clipboard,
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
