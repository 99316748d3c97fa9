import { useNavigate } from 'react-router';
import { logOut } from '../api/log-out.ts';
import { storedUserType } from '../api/session.ts';
import { loginPath, paths } from '../paths.ts';

/** Logs out and goes to the login of the user type; without a known one to the landing page (product 4). */
export function useLogOut(): (reason: 'signed-out' | 'idle') => Promise<void> {
  const navigate = useNavigate();
  return async (reason) => {
    const userType = storedUserType();
    await logOut(reason);
    await navigate(userType ? loginPath[userType] : paths.landing, { replace: true });
  };
}
