import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { frameText } from '../../text/frame.ts';
import { mustChangePassword, session } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { paths } from '../paths.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { loadChunk } from './chunk.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FailedAttempts } from './FailedAttempts.tsx';
import { FailedDialog } from './FailedDialog.tsx';
import { Footer } from './Footer.tsx';
import css from './Frame.module.css';
import { IdleWatch } from './IdleWatch.tsx';
import { Messages } from './Messages.tsx';
import { Notification } from './Notification.tsx';
import { PageTitle } from './PageTitle.tsx';
import { SessionMessages } from './SessionMessages.tsx';
import { BackButton, Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';

const PasswordDialog = lazy(loadChunk(() => import('./PasswordDialog.tsx')));
const SecondFactorDialog = lazy(loadChunk(() => import('../features/second-factor/SecondFactorDialog.tsx')));

const SessionsDialog = lazy(loadChunk(() => import('../features/sessions/SessionsDialog.tsx')));

/** What surrounds every page: top bar, menu, footer and the dialogs that any page may need. */
export function Frame() {
  const { pathname } = useLocation();
  const user = useStore(session);
  const isPasswordDue = useStore(mustChangePassword);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isPasswordOpen, setIsPasswordOpen] = useState(false);
  const [isSecondFactorOpen, setIsSecondFactorOpen] = useState(false);
  const [isSessionsOpen, setIsSessionsOpen] = useState(false);
  const hasSidebar = user !== null || pathname !== paths.landing;
  const closePasswordDialog = () => {
    setIsPasswordOpen(false);
    mustChangePassword.set(false);
  };
  return (
    <>
      <a className={css.skip} href="#content">
        {frameText.skip}
      </a>
      <div className={css.page}>
        <TopBar
          openMenu={user && (() => setIsMenuOpen(true))}
          openPasswordDialog={() => setIsPasswordOpen(true)}
          openSecondFactor={() => setIsSecondFactorOpen(true)}
          openSessions={() => setIsSessionsOpen(true)}
        />
        <div className={[css.middle, hasSidebar && css.hasSidebar].filter(Boolean).join(' ')}>
          {hasSidebar && (
            <div className={[css.sidebar, user && css.isMenu].filter(Boolean).join(' ')}>
              <div className={css.sticky}>{user ? <Sidebar userType={user.userType} /> : <BackButton />}</div>
            </div>
          )}
          <Content />
        </div>
        <Footer />
      </div>
      {user && isMenuOpen && (
        <Drawer title={frameText.menu} closeLabel={frameText.closeMenu} onClose={() => setIsMenuOpen(false)}>
          <Sidebar userType={user.userType} onFollow={() => setIsMenuOpen(false)} />
        </Drawer>
      )}
      {user && (isPasswordOpen || isPasswordDue) && (
        <LazyDialog Dialog={PasswordDialog} onClose={closePasswordDialog} />
      )}
      {user && isSecondFactorOpen && (
        <LazyDialog Dialog={SecondFactorDialog} onClose={() => setIsSecondFactorOpen(false)} />
      )}
      {user && isSessionsOpen && (
        <LazyDialog Dialog={SessionsDialog} onClose={() => setIsSessionsOpen(false)} />
      )}
      <SessionMessages />
      <Notification topic="app" />
      <Messages />
      <IdleWatch />
    </>
  );
}

type DialogProps = { onClose: () => void };

function LazyDialog({ Dialog, onClose }: DialogProps & { Dialog: ComponentType<DialogProps> }) {
  return (
    <ErrorBoundary instead={<FailedDialog onClose={onClose} />}>
      <Suspense>
        <Dialog onClose={onClose} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Content() {
  const { pathname } = useLocation();
  return (
    <main id="content" className={css.main} tabIndex={-1}>
      <PageTitle />
      <FailedAttempts />
      {/* Another page gets another boundary: what failed before must not stay on the screen. */}
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<Spinner />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}
