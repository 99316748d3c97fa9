/** The login limits of R45 to R50 as pure rules over the failures on record; the queries count them. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// R46. From the fifth failure in a quarter of an hour on, each failure doubles the wait, up to an hour.
const account = {
  failures: 5,
  within: 15 * MINUTE,
  firstWait: MINUTE,
  longestWait: HOUR,
  mostADay: 10,
} as const;
// R47. A browser in which the account has logged in before has a count of its own.
const device = { mostADay: 10 } as const;
// R48. One address: an IPv4 address, or the /64 of an IPv6 one.
const address = { most: 30, within: 15 * MINUTE, mostADay: 100 } as const;
// R49. Codes tried with one birth date in an hour.
const date = { mostCodes: 5, within: HOUR } as const;

/** How many failures on record a decision needs at most; a query reads no more. */
export const relevant = {
  account: account.mostADay,
  device: device.mostADay,
  address: address.mostADay,
  date: date.mostCodes,
} as const;

/** R50: so many failures of a clinic raise the alarm for an hour. */
export const clinicAlarm = { mostAnHour: 60, mostADay: 200, minutes: 60 } as const;

/** Failures on record, each as its age in seconds, the youngest first. */
export type FailureAges = {
  /** This name from devices that are not known, in a day. */
  account: readonly number[];
  /** This name from this known device, in a day. */
  device: readonly number[];
  /** This address, whatever the name, in a day. */
  address: readonly number[];
  /** Other codes of the clinic tried with this birth date, in an hour: the youngest failure of each. */
  date: readonly number[];
};

export type Refusal = { limit: 'account' | 'device' | 'address' | 'date'; retryAfter: number };

/**
 * Whether an attempt must wait before it may be looked at, and for how many seconds. A known device answers for itself
 * alone, so that an attack from elsewhere cannot shut a person out (R47).
 */
export function refusalOf(ages: FailureAges, deviceIsKnown: boolean): Refusal | undefined {
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

const wait = (limit: Refusal['limit'], retryAfter: number): Refusal => ({ limit, retryAfter });

function accountWait(ages: readonly number[]): number {
  return Math.max(untilFewer(ages, account.mostADay, DAY), doublingWait(ages));
}

function addressWait(ages: readonly number[]): number {
  return Math.max(untilFewer(ages, address.most, address.within), untilFewer(ages, address.mostADay, DAY));
}

/** Seconds until fewer than `most` failures lie within the last `within` seconds; 0 where that is so now. */
function untilFewer(ages: readonly number[], most: number, within: number): number {
  const last = ages[most - 1];
  return last === undefined || last >= within ? 0 : within - last;
}

// The failure that completes five in a quarter of an hour starts the waiting; each one after it doubles the wait.
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

/** Whether so many failures of a clinic are an attack (R50). */
export function raisesAlarm(failures: { lastHour: number; lastDay: number }): boolean {
  return failures.lastHour >= clinicAlarm.mostAnHour || failures.lastDay >= clinicAlarm.mostADay;
}

/** R53: wrong old passwords of an account in a quarter of an hour before its session ends. */
export const oldPassword = { most: 5, minutes: 15 } as const;

/** R54: registrations in an hour, by one address and in all. */
export const registrations = { mostByAddress: 5, most: 20, minutes: 60 } as const;
