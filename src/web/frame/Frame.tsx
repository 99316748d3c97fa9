import { type ComponentType, Suspense, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { frameText } from '../../text/frame.ts';
import { mustChangePassword, session } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { paths } from '../paths.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { Spinner } from '../ui/Spinner.tsx';
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
import { type DialogName, TopBar } from './TopBar.tsx';

type DialogProps = { onClose: () => void };

/** The dialogs that the profile menu opens. The routes fill them in: the frame knows no feature. */
export type FrameDialogs = Readonly<Record<DialogName, ComponentType<DialogProps>>>;

/** What surrounds every page: top bar, menu, footer and the dialogs that any page may need. */
export function Frame({ dialogs }: { dialogs: FrameDialogs }) {
  const { pathname } = useLocation();
  const user = useStore(session);
  const isPasswordDue = useStore(mustChangePassword);
  const [open, setOpen] = useState<'menu' | DialogName | null>(null);
  const dialog = isPasswordDue ? 'password' : open;
  const hasSidebar = user !== null || pathname !== paths.landing;
  const close = () => {
    setOpen(null);
    if (dialog === 'password') mustChangePassword.set(false);
  };
  return (
    <>
      <a className={css.skip} href="#content">
        {frameText.skip}
      </a>
      <div className={css.page}>
        <TopBar openMenu={user && (() => setOpen('menu'))} openDialog={setOpen} />
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
      {user && dialog === 'menu' && (
        <Drawer title={frameText.menu} closeLabel={frameText.closeMenu} onClose={close}>
          <Sidebar userType={user.userType} onFollow={close} />
        </Drawer>
      )}
      {user && dialog && dialog !== 'menu' && (
        <LazyDialog key={dialog} Dialog={dialogs[dialog]} onClose={close} />
      )}
      <SessionMessages />
      <Notification topic="app" />
      <Messages />
      <IdleWatch />
    </>
  );
}

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
