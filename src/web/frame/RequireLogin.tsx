import type { UserType } from '../../contract/accounts.ts';
import { lazyPart } from '../api/chunk.ts';
import { lastEnd, session } from '../api/session.ts';
import { useStore } from '../api/use-store.ts';
import { isOnPurpose } from '../api/session-end.ts';
import { homePath, homeState, knownPath, loginPath, loginWithRedirect, paths } from '../paths.ts';
import type { Elements } from '../ui/elements.ts';
import { Redirect, usePlace } from '../ui/navigation.tsx';

export const WrongPage = lazyPart(() => import('./WrongPage.tsx'));

/** Shows the pages of a user type to its users only (product 2.2). The server decides by itself what it allows. */
export function RequireLogin({ userType, children }: { userType: UserType; children: Elements }) {
  const user = useStore(session);
  const end = useStore(lastEnd);
  const { pathname, hash } = usePlace();
  if (user?.userType === userType) return children;
  if (user) return <WrongPage reason="forbidden" />;
  if (end === 'unidentified') return <Redirect to={paths.landing} />;
  const isSurvey = pathname === paths.survey && !isOnPurpose(end);
  if (isSurvey) return <Redirect to={loginWithRedirect(userType, paths.survey)} />;
  // The section of a bookmark is kept until after the login.
  return <Redirect to={loginPath[userType] + (isOnPurpose(end) ? '' : hash)} />;
}

/** A page for visitors. A signed-in user is sent home, or to the page that the login was to lead to. */
export function ForVisitors({ children }: { children: Elements }) {
  const user = useStore(session);
  const { pathname, search, hash } = usePlace();
  if (!user) return children;
  const { userType } = user;
  const redirectTo = knownPath(new URLSearchParams(search).get('redirectTo'));
  if (redirectTo && pathname === loginPath[userType]) return <Redirect to={redirectTo} />;
  return <Redirect to={homePath[userType] + hash} state={homeState[userType]} />;
}
