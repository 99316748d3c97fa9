/** The login limits of R45 to R50 as pure rules over the stored failures. `limit-queries.ts` reads the failures. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Five failures in a quarter of an hour make the account wait. Each further failure doubles the wait, up to an hour
// (R46).
const account = {
  failures: 5,
  within: 15 * MINUTE,
  firstWait: MINUTE,
  longestWait: HOUR,
  mostADay: 10,
} as const;
// A known device has a count of its own (R47).
const device = { mostADay: 10 } as const;
// One address is an IPv4 address, or the /64 of an IPv6 address (R48).
const address = { most: 30, within: 15 * MINUTE, mostADay: 100 } as const;
// The number of patient codes tried with one birth date in an hour (R49).
const date = { mostCodes: 5, within: HOUR } as const;

/** A decision needs at most so many failures, so a query reads no more. */
export const relevant = {
  account: account.mostADay,
  device: device.mostADay,
  address: address.mostADay,
  date: date.mostCodes,
} as const;

/** So many failures in a clinic raise its alarm for an hour (R50). */
export const clinicAlarm = { mostAnHour: 60, mostADay: 200, minutes: 60 } as const;

/** Stored failures, each as its age in seconds, the youngest first. */
export type FailureAges = {
  /** This name in a day, from devices that are not known. */
  account: readonly number[];
  /** This name in a day, from this known device. */
  device: readonly number[];
  /** This address in a day, with any name. */
  address: readonly number[];
  /** Other codes of the clinic with this birth date in an hour: the youngest failure of each. */
  date: readonly number[];
};

export type LimitHit = { limit: 'account' | 'device' | 'address' | 'date'; retryAfter: number };

/**
 * The limit that an attempt has hit, with the seconds to wait. A known device has its own limit only, so that an
 * attack from another device does not lock the user out (R47).
 */
export function limitHitBy(ages: FailureAges, deviceIsKnown: boolean): LimitHit | undefined {
  const waits = deviceIsKnown
    ? [wait('device', untilFewer(ages.device, device.mostADay, DAY))]
    : [
        wait('account', accountWait(ages.account)),
        wait('address', addressWait(ages.address)),
        wait('date', untilFewer(ages.date, date.mostCodes, date.within)),
      ];
  const longest = waits.toSorted((a, b) => b.retryAfter - a.retryAfter)[0];
  return longest && longest.retryAfter > 0 ? longest : undefined;
}

const wait = (limit: LimitHit['limit'], retryAfter: number): LimitHit => ({ limit, retryAfter });

function accountWait(ages: readonly number[]): number {
  return Math.max(untilFewer(ages, account.mostADay, DAY), doublingWait(ages));
}

/** The seconds that an address must wait; 0 if it is within its limits (R48). */
export function addressWait(ages: readonly number[]): number {
  return Math.max(untilFewer(ages, address.most, address.within), untilFewer(ages, address.mostADay, DAY));
}

/** The seconds until fewer than `most` failures lie within the last `within` seconds; 0 if that is so now. */
function untilFewer(ages: readonly number[], most: number, within: number): number {
  const last = ages[most - 1];
  return last === undefined || last >= within ? 0 : within - last;
}

// The fifth failure in a quarter of an hour starts the waiting. Each later failure doubles the wait.
function doublingWait(ages: readonly number[]): number {
  const oldestFirst = ages.toReversed();
  const starts = oldestFirst.findIndex((age, index) => {
    const first = oldestFirst[index - (account.failures - 1)];
    return first !== undefined && first - age <= account.within;
  });
  const youngest = ages[0];
  if (starts === -1 || youngest === undefined) return 0;
  const doublings = oldestFirst.length - 1 - starts;
  const length = Math.min(account.firstWait * 2 ** doublings, account.longestWait);
  return Math.max(0, length - youngest);
}

/** Whether a clinic has so many failures that they count as an attack (R50). */
export function raisesAlarm(failures: { lastHour: number; lastDay: number }): boolean {
  return failures.lastHour >= clinicAlarm.mostAnHour || failures.lastDay >= clinicAlarm.mostADay;
}

/** So many wrong passwords of an account in a quarter of an hour end its session (R53). */
export const oldPassword = { most: 5, minutes: 15 } as const;

/** So many registrations in an hour, by one address and in all (R54). */
export const registrations = { mostByAddress: 5, most: 20, minutes: 60 } as const;
