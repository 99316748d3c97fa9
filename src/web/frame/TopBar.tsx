import { Suspense } from 'react';
import { frameText } from '../../text/frame.ts';
import { lazyPart } from '../api/chunk.ts';
import { config } from '../api/config.ts';
import type { UserInfo } from '../api/session.ts';
import { homePath, homeState, paths } from '../paths.ts';
import { SchemeChoice } from '../theme/SchemeChoice.tsx';
import { TextSizeChoice } from '../theme/TextSizeChoice.tsx';
import { IconButton } from '../ui/Button.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { GuardedLink } from '../ui/GuardedLink.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import css from './TopBar.module.css';
import type { DialogName } from './UserMenu.tsx';

export const UserMenu = lazyPart(() => import('./UserMenu.tsx'));

type TopBarProps = {
  user: UserInfo | null;
  /** Opens the menu of small screens. */
  openMenu: () => void;
  openDialog: (name: DialogName) => void;
};

export function TopBar({ user, openMenu, openDialog }: TopBarProps) {
  const staff = user && user.userType !== 'patient' && css.isStaff;
  return (
    <header className={['beside off-paper', css.bar, user && css.hasUser, staff].filter(Boolean).join(' ')}>
      {user && (
        <div className={css.menuButton}>
          <IconButton icon="menu" label={frameText.menu} onClick={openMenu} />
        </div>
      )}
      <HomeLink user={user} />
      <div className={css.space} />
      {user ? (
        <ErrorBoundary instead={<SchemeMenu />}>
          <Suspense>
            <UserMenu user={user} openDialog={openDialog} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <SchemeMenu />
      )}
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

function SchemeMenu() {
  return (
    <MenuButton label={frameText.scheme} icon="scheme">
      <SchemeChoice />
      <TextSizeChoice />
    </MenuButton>
  );
}
