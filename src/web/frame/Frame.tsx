import { type ComponentType, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Page, pages } from '../../contract/pages.ts';
import { frameText, pageTitle } from '../../text/frame.ts';
import { config } from '../api/config.ts';
import { mustChangePassword, session, type UserInfo } from '../api/session.ts';
import { useStore } from '../api/use-store.ts';
import { lazyPart } from '../api/chunk.ts';
import { loginPath, paths } from '../paths.ts';
import type { Elements } from '../ui/elements.ts';
import { focusPage, focusTitle } from '../ui/page-focus.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { Announcements, Messages, SessionMessages } from './Messages.tsx';
import { type DialogProps, ErrorBoundary, LazyDialog } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import css from './Frame.module.css';
import { IdleWatch } from './IdleWatch.tsx';
import { BackButton } from './BackButton.tsx';
import { TopBar } from './TopBar.tsx';
import type { DialogName } from './UserMenu.tsx';
import { usePlace } from '../ui/navigation.tsx';

/** The dialogs that the profile menu opens. The routes fill them in, because each loads when it is opened. */
export type FrameDialogs = Readonly<Record<DialogName, ComponentType<DialogProps>>>;

export const Sidebar = lazyPart(() => import('./Sidebar.tsx'));

// They send a signed-in user on at once, and the survey needs no menu.
const forVisitors: readonly string[] = [paths.landing, ...Object.values(loginPath)];

/** The frame of every page: top bar, menu, footer and common dialogs. */
export function Frame({ dialogs, children }: { dialogs: FrameDialogs; children: Elements }) {
  const { pathname } = usePlace();
  const signedIn = useStore(session);
  const user = forVisitors.includes(pathname) ? null : signedIn;
  const isPasswordDue = useStore(mustChangePassword);
  const [open, setOpen] = useState<'menu' | DialogName | null>(null);
  const dialog = isPasswordDue ? 'password' : open;
  // The survey shows only what it needs: its own row leads to the overview, where the menu is.
  const isSurvey = user !== null && pathname === paths.survey;
  const hasSidebar = !isSurvey && (user !== null || pathname !== paths.landing);
  // Tables and reports of the staff use the whole width.
  const isCentred = hasSidebar && (user === null || user.userType === 'patient');
  const isStaff = hasSidebar && !isCentred;
  const Dialog = dialog && dialog !== 'menu' && dialogs[dialog];
  const close = () => {
    setOpen(null);
    if (dialog === 'password') mustChangePassword.set(false);
  };
  return (
    <>
      <a className={`off-paper ${css.skip}`} href="#content" onClick={skipToContent}>
        {frameText.skip}
      </a>
      <div className={isStaff ? `${css.page} ${css.isStaff}` : css.page}>
        {!isSurvey && <TopBar user={user} openMenu={() => setOpen('menu')} openDialog={setOpen} />}
        <div
          className={[
            css.middle,
            isSurvey && css.isSurvey,
            hasSidebar && css.hasSidebar,
            isCentred && css.isCentred,
          ]
            .filter(Boolean)
            .join(' ')}
        >
          {hasSidebar && <Side user={user} />}
          <Content>{children}</Content>
        </div>
        <Footer belowMenu={isStaff} />
      </div>
      {user && dialog === 'menu' && (
        <LazyDialog onClose={close}>
          <Sidebar userType={user.userType} onClose={close} />
        </LazyDialog>
      )}
      {user && Dialog && (
        <LazyDialog key={dialog} onClose={close}>
          <Dialog onClose={close} />
        </LazyDialog>
      )}
      <SessionMessages />
      <Announcements />
      <Messages />
      <IdleWatch />
    </>
  );
}

/** The menu of a signed-in user, or the way back of a visitor. */
function Side({ user }: { user: UserInfo | null }) {
  return (
    <div className={['off-paper', css.sidebar, user && css.isMenu].filter(Boolean).join(' ')}>
      <div className={css.sticky}>
        {user ? (
          <ErrorBoundary instead={<BackButton />}>
            <Suspense>
              <Sidebar userType={user.userType} />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <BackButton />
        )}
      </div>
    </div>
  );
}

// The router would take the address for a page without its navigation state.
function skipToContent(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('main')?.focus();
}

function Content({ children }: { children: Elements }) {
  const { pathname } = usePlace();
  return (
    <main id="content" className={css.main} tabIndex={-1}>
      <PageTitle />
      {/* Another page gets another boundary: what failed before must not stay on the screen. */}
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<Spinner />}>
          {/* First, before a dialog of the page takes the focus and gives it back. */}
          <Arrival />
          {children}
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

/** Moves the focus of a page that was loaded late on to its title. */
function Arrival() {
  useLayoutEffect(focusTitle, []);
  return null;
}

/** The document's title for the page shown: the configured title and the page's suffix (product 2.1). */
function PageTitle() {
  const { pathname } = usePlace();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A new page starts at its top, also for screen readers.
    window.scrollTo(0, 0);
    focusPage();
  }, [pathname]);
  const title = `${config().document_title} – ${pageTitle[pageOf(pathname)]}`;
  // index.html has a title already, and a page must not have two.
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}

function pageOf(pathname: string): Page | 'notFound' {
  // Object.keys of the table of pages itself.
  const keys = Object.keys(pages) as Page[];
  return keys.find((key) => pages[key] === pathname) ?? 'notFound';
}
