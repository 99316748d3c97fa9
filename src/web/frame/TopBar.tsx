import { useEffect, useState } from 'react';
import type { UserType } from '../../contract/accounts.ts';
import { frameText } from '../../text/frame.ts';
import { call } from '../api/call.ts';
import { config } from '../api/config.ts';
import { logFailedCall } from '../api/log.ts';
import { useLogOut } from '../api/log-out.ts';
import { session, type UserInfo } from '../api/session.ts';
import { useStore } from '../api/use-store.ts';
import { homePath, homeState, paths } from '../paths.ts';
import { chooseScheme, scheme } from '../theme/scheme.ts';
import { TextSizeChoice } from '../theme/TextSizeChoice.tsx';
import { IconButton } from '../ui/Button.tsx';
import { MenuButton, MenuChoice, MenuItem } from '../ui/MenuButton.tsx';
import { GuardedLink } from '../ui/GuardedLink.tsx';
import css from './TopBar.module.css';

/** Opens a dialog of the profile menu. */
export type DialogName = 'password' | 'secondFactor' | 'sessions' | 'deputy';

type TopBarProps = {
  /** Opens the menu of small screens; null if there is none. */
  openMenu: (() => void) | null;
  openDialog: (name: DialogName) => void;
};

export function TopBar({ openMenu, openDialog }: TopBarProps) {
  const user = useStore(session);
  const staff = user && user.userType !== 'patient' && css.isStaff;
  return (
    <header className={['beside off-paper', css.bar, user && css.hasUser, staff].filter(Boolean).join(' ')}>
      {openMenu && (
        <div className={css.menuButton}>
          <IconButton icon="menu" label={frameText.menu} onClick={openMenu} />
        </div>
      )}
      <HomeLink user={user} />
      <div className={css.space} />
      {user ? <UserMenu user={user} openDialog={openDialog} /> : <SchemeMenu />}
    </header>
  );
}

function HomeLink({ user }: { user: UserInfo | null }) {
  const { logo, product_name } = config();
  return (
    <GuardedLink
      className={`beside gap-3 ${css.home}`}
      to={user ? homePath[user.userType] : paths.landing}
      state={user ? homeState[user.userType] : null}
      aria-label={frameText.home(product_name)}
    >
      <img src={logo.image} alt="" width="34" height="34" />
      <span className="cut">{product_name}</span>
    </GuardedLink>
  );
}

type UserMenuProps = { user: UserInfo } & Pick<TopBarProps, 'openDialog'>;

function UserMenu({ user, openDialog }: UserMenuProps) {
  const isSecondFactorOffered = useSecondFactorOffer(user.userType);
  const logOut = useLogOut();
  const who = (
    <div className={css.who}>
      <strong>{user.userName}</strong>
      <span className="muted">{user.clinicName || user.clinicId}</span>
    </div>
  );
  return (
    <MenuButton label={frameText.profile} icon="person" text={user.userName} head={who}>
      {user.userType !== 'patient' && (
        <MenuItem icon="key" onChoose={() => openDialog('password')}>
          {frameText.changePassword}
        </MenuItem>
      )}
      {isSecondFactorOffered && (
        <MenuItem icon="shield" onChoose={() => openDialog('secondFactor')}>
          {frameText.secondFactor}
        </MenuItem>
      )}
      {user.userType === 'clinician' && (
        <MenuItem icon="people" onChoose={() => openDialog('deputy')}>
          {frameText.deputy}
        </MenuItem>
      )}
      <MenuItem icon="devices" onChoose={() => openDialog('sessions')}>
        {frameText.sessions}
      </MenuItem>
      <SchemeChoice />
      {user.userType === 'patient' && <TextSizeChoice />}
      <MenuItem icon="logout" onChoose={() => void logOut('signed-out')}>
        <span lang="en">{frameText.logout}</span>
      </MenuItem>
    </MenuButton>
  );
}

/** True if the user has a second factor or can set one up. False until the server has answered. */
function useSecondFactorOffer(userType: UserType): boolean {
  const [isOffered, setIsOffered] = useState(false);
  useEffect(() => {
    if (userType === 'patient') return;
    let isShown = true;
    call('getSecondFactor').then(
      ({ state }) => isShown && setIsOffered(state !== 'unavailable'),
      (error: unknown) => logFailedCall('could not ask for the second factor', error),
    );
    return () => {
      isShown = false;
    };
  }, [userType]);
  return isOffered;
}

function SchemeMenu() {
  return (
    <MenuButton label={frameText.scheme} icon="scheme">
      <SchemeChoice />
      <TextSizeChoice />
    </MenuButton>
  );
}

function SchemeChoice() {
  return (
    <MenuChoice
      label={frameText.scheme}
      value={useStore(scheme)}
      options={frameText.schemes}
      onChange={chooseScheme}
    />
  );
}
