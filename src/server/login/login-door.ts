import { AppError } from '../settings/app-error.ts';
import { recentRefusals } from '../audit/count-refusals.ts';
import { limitedNetwork } from '../http/address.ts';
import type { Login } from './login-attempt.ts';
import { createQueue, createQueues } from '../work/queue.ts';

// So many attempts of one address, or of one browser with a device cookie, wait or run at a time (product 12.3).
const ofOneSource = createQueues({ mostRunning: 8, mostWaiting: 0 });

// As many logins run at a time as there are connections for logins (R72). The others wait without a connection.
const inTurn = createQueue({ mostRunning: 4, mostWaiting: 200 });

/**
 * Runs an attempt when it is its turn. Browsers with a device cookie of this server and other browsers take turns, and
 * in each group the addresses take turns. So a flood from one address delays other addresses by one attempt each, and a
 * flood from many addresses without cookies leaves every second turn to the known browsers (R47, R72).
 */
export async function withLoginSlot<T>(login: Login, work: () => Promise<T>): Promise<T> {
  const { request, services } = login.context;
  const network = limitedNetwork(request.address);
  if (!login.device) refuseOverLimit(login, services.now());
  const line = login.device ? ['browser', network, login.device.name] : ['other', network];
  return ofOneSource(login.device?.name ?? network, () => inTurn(work, line));
}

// What the database refused is remembered here for so long, for so many addresses, each in one clinic and role. It is asked
// again afterwards.
const REMEMBERED_MS = 10_000;
const MOST_REMEMBERED = 10_000;
const MINUTE = 60_000;
// So many refusals of one address in that time are a flood, whichever limits refused them.
const FLOOD = 30;
// So many names of a place are asked of the database although the place is over its limit, because the staff must see who waits.
const MOST_NAMES = 20;

type Refusals = {
  count: number;
  forgotten: number;
  refusedUntil: number;
  clinicId: string | undefined;
  names: Set<string>;
};

const refusals = new Map<string, Refusals>();

/** The address, clinic and role of an attempt: what one memory holds, so that none of another clinic is refused by it. */
const placeOf = ({ role, credentials, context }: Login): string =>
  JSON.stringify([limitedNetwork(context.request.address), credentials.clinic_id, role]);

/**
 * Remembers that the database has refused an attempt. `seconds` is the time that its address must wait, 0 if it is within
 * its own limits (R48). `clinicId` is undefined if there is no such clinic.
 */
export function rememberRefusal(login: Login, seconds: number, clinicId: string | undefined): void {
  const place = placeOf(login);
  const now = login.context.services.now();
  const known = refusals.get(place);
  const entry =
    known && known.forgotten > now
      ? known
      : { count: 0, forgotten: now + REMEMBERED_MS, refusedUntil: 0, clinicId, names: new Set<string>() };
  entry.count += 1;
  entry.names.add(login.credentials.username);
  if (seconds > 0) entry.refusedUntil = now + seconds * 1000;
  else if (entry.count >= FLOOD) entry.refusedUntil = Math.max(entry.refusedUntil, entry.forgotten);
  refusals.delete(place);
  refusals.set(place, entry);
  const [oldest] = refusals.keys();
  if (refusals.size > MOST_REMEMBERED && oldest !== undefined) refusals.delete(oldest);
}

/** Forgets the refusals of a clinic, because its staff lets a device in. */
export function forgetRefusals(clinicId: string): void {
  for (const [place, refused] of refusals) if (refused.clinicId === clinicId) refusals.delete(place);
}

// The limits of an address do not apply to a known browser (R47). Only the database knows if a browser is known to the
// account, so every browser with a device cookie goes on to the database.
function refuseOverLimit(login: Login, now: number): void {
  const known = refusals.get(placeOf(login));
  if (!known || known.forgotten <= now || known.refusedUntil <= now) return;
  const { count, names } = known;
  if (count < FLOOD && names.size < MOST_NAMES && !names.has(login.credentials.username)) return;
  if (known.clinicId) countRefusal(login, known.clinicId, now);
  throw new AppError('too_many_attempts', { retryAfter: (known.refusedUntil - now) / 1000 });
}

// The trail has the refusals of the database one by one. These get a row with their number, which names no account (R64).
function countRefusal({ role, context: { request, services } }: Login, clinicId: string, now: number): void {
  const entry = { action: 'login_refused', result: 'refused' } as const;
  const refusal = { clinicId, actor: { userId: null, role }, whose: 'any', entry, request };
  recentRefusals(services).count(refusal, 1, now + MINUTE);
}
