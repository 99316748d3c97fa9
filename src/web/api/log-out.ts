import { endpoints } from './endpoints.ts';
import { send } from './http.ts';
import { saveBeforeEnd } from './leaving.ts';
import { log } from './log.ts';
import { inTurn } from './refresh.ts';
import { endSession, storedUserType } from './session.ts';

// Longer than this nobody waits to be logged out; the tokens then end by themselves.
const PATIENCE_MS = 5000;

/**
 * Ends the session on the server and forgets it here, even if the server cannot be reached (R35). After an idle end
 * there is nothing left to save: that happened when the warning opened.
 */
export async function logOut(reason: 'signed-out' | 'idle'): Promise<void> {
  const userType = storedUserType();
  if (reason === 'signed-out') await atMost(PATIENCE_MS, saveBeforeEnd());
  await atMost(PATIENCE_MS, inTurn(deleteToken));
  endSession(userType ? reason : 'unidentified');
}

async function deleteToken(): Promise<void> {
  const [method, path] = endpoints.logout;
  try {
    await send({ method, path, keepalive: true });
  } catch (error) {
    log('warn', 'the server could not be told of the logout', error);
  }
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, ms))]);
}
