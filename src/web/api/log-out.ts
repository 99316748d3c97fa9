import { loginPath, paths } from '../paths.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { send } from './http.ts';
import { saveBeforeEnd } from './leaving.ts';
import { log } from './log.ts';
import { inTurn } from './refresh.ts';
import { endSession, storedUserType } from './session.ts';
import { navigate } from '../ui/navigation.tsx';

// The longest wait of a logout. After it the tokens expire by themselves.
const PATIENCE_MS = 5000;

/** Logs out and opens the login page of the user type, or the landing page if the type is unknown (product 4.1). */
export function useLogOut(): (reason: 'signed-out' | 'idle') => Promise<void> {
  return async (reason) => {
    const userType = storedUserType();
    const isInSurvey = window.location.pathname === paths.survey;
    await logOut(reason);
    // The login that follows leads back to the survey (`RequireLogin`).
    if (reason === 'idle' && isInSurvey) return;
    navigate(userType ? loginPath[userType] : paths.landing, { replace: true });
  };
}

// Forgets the session here even if the server cannot be reached (R35). An idle end saves nothing, because the page
// saved its data when the warning opened.
async function logOut(reason: 'signed-out' | 'idle'): Promise<void> {
  const userType = storedUserType();
  if (reason === 'signed-out') await atMost(PATIENCE_MS, saveBeforeEnd());
  await atMost(PATIENCE_MS, inTurn(deleteToken));
  endSession(userType ? reason : 'unidentified');
}

async function deleteToken(): Promise<void> {
  const { method, path } = endpoints.logout;
  try {
    await send({ method, path, keepalive: true });
  } catch (error) {
    log('warn', 'the server could not be told of the logout', error);
  }
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
}
