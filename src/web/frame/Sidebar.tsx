import type { UserType } from '../../contract/accounts.ts';
import { frameText } from '../../text/frame.ts';
import { loginPath, paths } from '../paths.ts';
import { Institutions } from './Institutions.tsx';
import { Icon } from '../ui/Icon.tsx';
import { GuardedLink } from '../ui/GuardedLink.tsx';
import css from './Sidebar.module.css';
import { informationLink, isCurrent, sectionLinks, type SidebarLink } from './sidebar-links.ts';
import { hasOwnHistory, navigate, usePlace } from '../ui/navigation.tsx';

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
      className={css.link}
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
      <p className={`muted small ${css.groupTitle}`}>{frameText.general}</p>
      <GuardedLink className={css.sub} to={paths.imprint}>
        {frameText.imprint}
      </GuardedLink>
      <GuardedLink className={css.sub} to={paths.privacy}>
        {frameText.privacy}
      </GuardedLink>
      <GuardedLink className={css.sub} to={paths.contact}>
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
    <button type="button" className={css.link} onClick={goBack}>
      <Icon name="back" size={22} />
      <span>{frameText.back}</span>
    </button>
  );
}
