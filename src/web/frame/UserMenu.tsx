import { useEffect, useState } from 'react';
import type { UserType } from '../../contract/accounts.ts';
import { menuText } from '../../text/menus.ts';
import { call } from '../api/call.ts';
import { logFailedCall } from '../api/log.ts';
import { useLogOut } from '../api/log-out.ts';
import type { UserInfo } from '../api/session.ts';
import { SchemeChoice } from '../theme/SchemeChoice.tsx';
import { TextSizeChoice } from '../theme/TextSizeChoice.tsx';
import { MenuButton, MenuItem } from '../ui/MenuButton.tsx';
import css from './UserMenu.module.css';
import { moreIcons } from '../ui/more-icons.ts';

/** A dialog that the profile menu opens. */
export type DialogName = 'password' | 'secondFactor' | 'sessions' | 'deputy';

type UserMenuProps = { user: UserInfo; openDialog: (name: DialogName) => void };

/** The profile menu. Login and survey have none, so it is a file of its own. */
export default function UserMenu({ user, openDialog }: UserMenuProps) {
  const isSecondFactorOffered = useSecondFactorOffer(user.userType);
  const logOut = useLogOut();
  const who = (
    <div className={css.who}>
      <strong>{user.userName}</strong>
      <span className="muted">{user.clinicName || user.clinicId}</span>
    </div>
  );
  return (
    <MenuButton label={menuText.profile} icon="person" text={user.userName} head={who}>
      {user.userType !== 'patient' && (
        <MenuItem icon={moreIcons.key} onChoose={() => openDialog('password')}>
          {menuText.changePassword}
        </MenuItem>
      )}
      {isSecondFactorOffered && (
        <MenuItem icon={moreIcons.shield} onChoose={() => openDialog('secondFactor')}>
          {menuText.secondFactor}
        </MenuItem>
      )}
      {user.userType === 'clinician' && (
        <MenuItem icon="people" onChoose={() => openDialog('deputy')}>
          {menuText.deputy}
        </MenuItem>
      )}
      <MenuItem icon={moreIcons.devices} onChoose={() => openDialog('sessions')}>
        {menuText.sessions}
      </MenuItem>
      <SchemeChoice />
      {user.userType === 'patient' && <TextSizeChoice />}
      <MenuItem icon="logout" onChoose={() => void logOut('signed-out')}>
        <span lang="en">{menuText.logout}</span>
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
