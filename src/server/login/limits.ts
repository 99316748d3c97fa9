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
  mostWithTasks: 20,
} as const;
// A known device has a count of its own (R47).
const device = { mostADay: 10 } as const;
// One address is an IPv4 address, or the /64 of an IPv6 address (R48). Each person who logs in from it allows more failures,
// so that a hospital behind one address is not refused for its typing errors.
const address = { most: 30, within: 15 * MINUTE, mostADay: 100, moreForAPerson: 3 } as const;
// The number of patient codes tried with one birth date in an hour (R49).
const date = { mostCodes: 5, within: HOUR } as const;

// A first login always comes from an unknown device. If an account could only wait, a stranger could keep its owner out. So
// a device that solves a hard task need not wait.
const task = { accountBits: 4, mostMoreBits: 4, mostBits: 24 } as const;

/** A decision needs at most so many failures, so a query reads no more. */
export const relevant = {
  account: account.mostWithTasks,
  device: device.mostADay,
  address: address.mostADay,
  addressForAPerson: address.moreForAPerson,
  date: date.mostCodes,
} as const;

/** So many failures in a clinic raise its alarm for an hour (R50). */
export const clinicAlarm = { mostAnHour: 60, mostADay: 200, minutes: 60 } as const;

/** With so many failures in a day, the task of an alarm is as hard as it gets. */
export const hardestAlarm = clinicAlarm.mostADay * 2 ** task.mostMoreBits;

/** A device that the staff lets in may try so often, for so long. */
export const allowedDevice = { tries: 5, minutes: 15 } as const;

/** Stored failures, each as its age in seconds, the youngest first. */
export type FailureAges = {
  /** This name in a day, from devices that are not known. */
  account: readonly number[];
  /** This name in a day, from this known device. */
  device: readonly number[];
  /** This address in a day, with any name of this role in this clinic. */
  address: readonly number[];
  /** The people of the clinic that have logged in from this address in its two times. */
  people: { lately: number; today: number };
  /** Other codes of the clinic with this birth date in an hour: the youngest failure of each. */
  date: readonly number[];
};

export type LimitHit = { limit: 'account' | 'device' | 'address' | 'date'; retryAfter: number };

/**
 * The limit that an attempt has hit, with the seconds to wait. A known device has its own limit only, so that an
 * attack from another device does not lock the user out (R47).
 */
export function limitHitBy(ages: FailureAges, isDeviceKnown: boolean): LimitHit | undefined {
  const waits = isDeviceKnown
    ? [wait('device', untilFewer(ages.device, device.mostADay, DAY))]
    : [
        wait('account', untilFewer(ages.account, account.mostWithTasks, DAY)),
        wait('address', addressWait(ages)),
        wait('date', untilFewer(ages.date, date.mostCodes, date.within)),
      ];
  const longest = waits.toSorted((a, b) => b.retryAfter - a.retryAfter)[0];
  return longest && longest.retryAfter > 0 ? longest : undefined;
}

const wait = (limit: LimitHit['limit'], retryAfter: number): LimitHit => ({ limit, retryAfter });

/** The seconds until an unknown device may try this name again without a task (R46). */
export function accountWait(ages: readonly number[]): number {
  return Math.max(untilFewer(ages, account.mostADay, DAY), doublingWait(ages));
}

/**
 * The bits of the task for a name that waits. `usual` is the difficulty of the task during an alarm. Each failure beyond
 * the limit of the day doubles the work.
 */
export function accountTaskBits(usual: number, failures: number): number {
  return harder(usual, task.accountBits + more(failures - account.mostADay));
}

/** The bits of the task during an alarm. The work doubles whenever the failures of the day double (R50). */
export function alarmTaskBits(usual: number, failuresOfTheDay: number): number {
  return harder(usual, more(Math.floor(Math.log2(failuresOfTheDay / clinicAlarm.mostADay))));
}

const more = (bits: number): number => Math.min(Math.max(0, bits), task.mostMoreBits);

// A clinic that sets harder tasks than the hardest of ours keeps its own.
const harder = (usual: number, bits: number): number =>
  Math.max(usual, Math.min(usual + bits, task.mostBits));

/** The seconds that an address must wait; 0 if it is within its limits (R48). */
export function addressWait({ address: ages, people }: Pick<FailureAges, 'address' | 'people'>): number {
  const { most, mostADay, within, moreForAPerson } = address;
  return Math.max(
    untilFewer(ages, most + moreForAPerson * people.lately, within),
    untilFewer(ages, mostADay + moreForAPerson * people.today, DAY),
  );
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
