import { lazy } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { UserType } from '../../contract/accounts.ts';
import { loadChunk } from '../api/chunk.ts';
import { lastEnd, session } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { loginPath, loginWithRedirect, paths } from '../paths.ts';

export const WrongPage = lazy(loadChunk(() => import('./WrongPage.tsx')));

/** Shows the pages of a user type to its users only (product 2.2). The server decides by itself what it allows. */
export function RequireLogin({ userType }: { userType: UserType }) {
  const user = useStore(session);
  const end = useStore(lastEnd);
  const { pathname } = useLocation();
  if (user?.userType === userType) return <Outlet />;
  if (user) return <WrongPage reason="forbidden" />;
  if (end === 'unidentified') return <Navigate to={paths.landing} replace />;
  const leftOnPurpose = end === 'signed-out' || end === 'elsewhere';
  const isSurvey = pathname === paths.survey && !leftOnPurpose;
  return <Navigate to={isSurvey ? loginWithRedirect(userType, paths.survey) : loginPath[userType]} replace />;
}
