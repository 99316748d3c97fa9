import { lazy, type ReactNode } from 'react';
import type { UserType } from '../../contract/accounts.ts';
import { loadChunk } from '../api/chunk.ts';
import { lastEnd, session } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { loginPath, loginWithRedirect, paths } from '../paths.ts';
import { Redirect, usePlace } from '../ui/navigation.tsx';

export const WrongPage = lazy(loadChunk(() => import('./WrongPage.tsx')));

/** Shows the pages of a user type to its users only (product 2.2). The server decides by itself what it allows. */
export function RequireLogin({ userType, children }: { userType: UserType; children: ReactNode }) {
  const user = useStore(session);
  const end = useStore(lastEnd);
  const { pathname } = usePlace();
  if (user?.userType === userType) return children;
  if (user) return <WrongPage reason="forbidden" />;
  if (end === 'unidentified') return <Redirect to={paths.landing} />;
  const leftOnPurpose = end === 'signed-out' || end === 'elsewhere';
  const isSurvey = pathname === paths.survey && !leftOnPurpose;
  return <Redirect to={isSurvey ? loginWithRedirect(userType, paths.survey) : loginPath[userType]} />;
}
