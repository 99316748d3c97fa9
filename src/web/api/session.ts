import type { LoginAnswer, UserType } from '../../contract/accounts.ts';
import { announceFailedAttempts, withdraw } from './announcements.ts';
import { userTypes } from '../../contract/endpoints.ts';
import { onTabMessage, tellOtherTabs } from './channel.ts';
import { noteLostWork } from './leaving.ts';
import { inLocalTime } from './server-time.ts';
import { createStore } from './store.ts';
import type { UserInfo } from './user-info.ts';

export type { UserInfo };

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

/** The user type of that session. */
export const lastUserType = createStore<UserType | null>(null);

/** The clinic of that session, so that it need not be chosen again in this tab. */
export const lastClinicId = createStore<string | null>(null);

/** `ownFailures`: failed tries in this tab. The user knows of them, so no notice names them. */
export function signIn(answer: LoginAnswer, ownFailures: number): void {
  const user = {
    clinicId: answer.clinic_id,
    clinicName: answer.clinic_name,
    userName: answer.username,
    userType: answer.user_type,
    clinicContact: answer.clinic_contact,
  };
  mustChangePassword.set(answer.must_change);
  announceFailedAttempts(Math.max(0, answer.failed_attempts - ownFailures), user.userType);
  beginSession(user, { at: inLocalTime(answer.session_expires), isTold: true });
  tellOtherTabs({ kind: 'signed-in', user: nameOf(user) });
  tellUser();
}

function beginSession(user: UserInfo, expiry: { at: number; isTold: boolean }): void {
  sessionStorage.setItem('auth', 'true');
  sessionStorage.setItem('usr', user.userType);
  sessionStorage.setItem('userInfo', JSON.stringify(user));
  sessionExpiry.set(expiry);
  lastEnd.set(null);
  session.set(user);
}

function tellUser(): void {
  const user = session.get();
  if (user) tellOtherTabs({ kind: 'here', user, expiry: sessionExpiry.get() });
}

/** Forgets the user in this tab, and in the other tabs unless the end came from there. */
export function endSession(reason: SessionEnd): void {
  const user = session.get();
  if (!user) return;
  for (const key of ['auth', 'usr', 'userInfo']) sessionStorage.removeItem(key);
  mustChangePassword.set(false);
  withdraw('sign-in');
  noteLostWork();
  lastUserType.set(user.userType);
  lastClinicId.set(user.clinicId);
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
  if (!user) {
    // The cookies belong to all tabs, so a tab without a user joins the session of another one (record 068).
    if (message.kind === 'here') beginSession(message.user, message.expiry);
    return;
  }
  if (message.kind === 'asked') tellUser();
  if (message.kind === 'refreshed') sessionExpiry.set({ at: message.expiresAt, isTold: true });
  if (message.kind === 'signed-out') endSession('elsewhere');
  // The cookies now belong to another user, so this tab may no longer show or send data of its user.
  if (message.kind === 'signed-in' && message.user !== nameOf(user)) endSession('elsewhere');
});

if (!session.get()) tellOtherTabs({ kind: 'asked' });

function nameOf({ userType, clinicId, userName }: UserInfo): string {
  return [userType, clinicId, userName].join('|');
}

function isUserType(value: string): value is UserType {
  return (userTypes as readonly string[]).includes(value);
}

function storedUser(): UserInfo | null {
  // A browser that blocks the data of sites throws at the first access.
  try {
    const userType = storedUserType();
    if (sessionStorage.getItem('auth') !== 'true' || !userType) return null;
    const stored: unknown = JSON.parse(sessionStorage.getItem('userInfo') ?? '');
    return isUserInfo(stored) ? { ...stored, userType } : null;
  } catch {
    return null;
  }
}

// Another version may have written it in another form.
function isUserInfo(stored: unknown): stored is UserInfo {
  if (typeof stored !== 'object' || stored === null) return false;
  const values = new Map<string, unknown>(Object.entries(stored));
  const fields = ['clinicId', 'clinicName', 'userName', 'clinicContact'] as const;
  return fields.every((field) => typeof values.get(field) === 'string');
}
