import type { LoginAnswer, UserType } from '../../contract/accounts.ts';
import { announceFailedAttempts, withdraw } from './announcements.ts';
import { userTypes } from '../../contract/endpoints.ts';
import { onTabMessage, tellOtherTabs } from './channel.ts';
import { inLocalTime } from './server-time.ts';
import { createStore } from './store.ts';

/** The signed-in user (product 3.1: user info). */
export type UserInfo = {
  clinicId: string;
  clinicName: string;
  userName: string;
  userType: UserType;
  clinicContact: string;
};

/** The reason for the end of a session. The frame shows a message for some reasons. */
export type SessionEnd = 'signed-out' | 'idle' | 'lost' | 'elsewhere' | 'unidentified';

// Product 4.2: used until the server has given the end of the session.
const FIRST_LENGTH_MS = 5 * 60_000;

/** The signed-in user of this tab, or null. */
export const session = createStore<UserInfo | null>(storedUser());

/** The end of an idle session by this computer's clock. `isTold` is true once the server has given it. */
export const sessionExpiry = createStore({ at: Date.now() + FIRST_LENGTH_MS, isTold: false });

/** A generated password must be changed after the first login (R44). */
export const mustChangePassword = createStore(false);

/** The reason for the end of the last session of this tab. */
export const lastEnd = createStore<SessionEnd | null>(null);

export function signIn(answer: LoginAnswer): void {
  const user = {
    clinicId: answer.clinic_id,
    clinicName: answer.clinic_name,
    userName: answer.username,
    userType: answer.user_type,
    clinicContact: answer.clinic_contact,
  };
  sessionStorage.setItem('auth', 'true');
  sessionStorage.setItem('usr', user.userType);
  sessionStorage.setItem('userInfo', JSON.stringify(user));
  sessionExpiry.set({ at: inLocalTime(answer.session_expires), isTold: true });
  mustChangePassword.set(answer.must_change);
  announceFailedAttempts(answer.failed_attempts, user.userType);
  lastEnd.set(null);
  session.set(user);
  tellOtherTabs({ kind: 'signed-in', user: nameOf(user) });
}

/** Forgets the user in this tab, and in the other tabs unless the end came from there. */
export function endSession(reason: SessionEnd): void {
  if (!session.get()) return;
  for (const key of ['auth', 'usr', 'userInfo']) sessionStorage.removeItem(key);
  mustChangePassword.set(false);
  withdraw('sign-in');
  lastEnd.set(reason);
  session.set(null);
  if (reason !== 'elsewhere') tellOtherTabs({ kind: 'signed-out' });
}

/** The stored user type; null if it is missing or unknown (product 4.1: logout). */
export function storedUserType(): UserType | null {
  const stored = sessionStorage.getItem('usr') ?? '';
  return isUserType(stored) ? stored : null;
}

onTabMessage((message) => {
  const user = session.get();
  if (!user) return;
  if (message.kind === 'refreshed') sessionExpiry.set({ at: message.expiresAt, isTold: true });
  if (message.kind === 'signed-out') endSession('elsewhere');
  // The cookies now belong to another user, so this tab may no longer show or send data of its user.
  if (message.kind === 'signed-in' && message.user !== nameOf(user)) endSession('elsewhere');
});

function nameOf({ userType, clinicId, userName }: UserInfo): string {
  return [userType, clinicId, userName].join('|');
}

function isUserType(value: string): value is UserType {
  return (userTypes as readonly string[]).includes(value);
}

function storedUser(): UserInfo | null {
  const userType = storedUserType();
  if (sessionStorage.getItem('auth') !== 'true' || !userType) return null;
  try {
    // Written by signIn above.
    const stored = JSON.parse(sessionStorage.getItem('userInfo') ?? '') as UserInfo;
    return { ...stored, userType };
  } catch {
    return null;
  }
}
