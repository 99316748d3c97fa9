/**
 * The limits of R45 to R54: one table of rules, and what they say of a login. `limit-queries.ts` counts; nothing here asks
 * the database.
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Of what is counted, `most` may lie within `within` seconds; the next one brings what `next` names. Each person who has logged in
 * from an address in that time allows it `moreForAPerson`.
 */
type Rule = {
  counted: 'account' | 'device' | 'address' | 'date' | 'clinic' | 'secret' | 'registrant' | 'registrations';
  most: number;
  within: number;
  next: 'task' | 'wait' | 'alarm' | 'end of session';
  moreForAPerson?: number;
};

const rules: readonly Rule[] = [
  // Failures of one name from devices that are not known (R46). A first login always comes from such a device. If an account
  // could only wait, a stranger could keep its owner out. So a device that solves a hard task need not wait.
  { counted: 'account', most: 10, within: DAY, next: 'task' },
  { counted: 'account', most: 20, within: DAY, next: 'wait' },
  // Failures of one name from one known device, which has no other limit (R47).
  { counted: 'device', most: 10, within: DAY, next: 'wait' },
  // Failures of an IPv4 address, or of the /64 of an IPv6 address (R48). A hospital behind one address is not refused for
  // its typing errors.
  { counted: 'address', most: 30, within: 15 * MINUTE, next: 'wait', moreForAPerson: 3 },
  { counted: 'address', most: 100, within: DAY, next: 'wait', moreForAPerson: 3 },
  // Other patient codes that were tried with one birth date (R49).
  { counted: 'date', most: 5, within: HOUR, next: 'wait' },
  // Failures of a clinic. In an alarm, devices that are not known solve a task (R50).
  { counted: 'clinic', most: 60, within: HOUR, next: 'alarm' },
  { counted: 'clinic', most: 200, within: DAY, next: 'alarm' },
  // Wrong passwords or codes of a signed-in user (R53).
  { counted: 'secret', most: 5, within: 15 * MINUTE, next: 'end of session' },
  // Registrations of admins, by one address and in all (R54).
  { counted: 'registrant', most: 5, within: HOUR, next: 'wait' },
  { counted: 'registrations', most: 20, within: HOUR, next: 'wait' },
];

// Besides, five failures in a quarter of an hour make an account wait, or solve a task. Each further failure doubles the
// wait, up to an hour (R46).
const doubling = { failures: 5, within: 15 * MINUTE, first: MINUTE, longest: HOUR } as const;

// The bits of a task beyond those of an alarm.
const task = { accountBits: 4, mostMoreBits: 4, mostBits: 24 } as const;

/** An alarm, and the notice of one birth date with many codes, last so long. */
export const ALARM_MINUTES = 60;

/** A device that the staff lets in may try so often, for so long. */
export const allowedDevice = { tries: 5, minutes: 15 } as const;

const of = (counted: Rule['counted']) => rules.filter((rule) => rule.counted === counted);

type Relevant = Readonly<Record<'most' | 'within' | 'lately' | 'moreForAPerson', number>>;

/** No rule needs more of what is counted than so many, or older ones than `within` seconds. `lately` is its shortest time. */
export function relevant(counted: Rule['counted']): Relevant {
  const own = of(counted);
  const largest = (value: (rule: Rule) => number) => Math.max(...own.map(value));
  return {
    most: largest(({ most }) => most),
    within: largest(({ within }) => within),
    lately: Math.min(...own.map(({ within }) => within)),
    moreForAPerson: largest(({ moreForAPerson = 0 }) => moreForAPerson),
  };
}

/** With so many failures of a clinic in a day, the task of an alarm is as hard as it gets. */
export const hardestAlarm = relevant('clinic').most * 2 ** task.mostMoreBits;

type People = { lately: number; today: number };

/** The seconds until the rules allow another one of what is counted; 0 if they do now. `ages` in seconds, the youngest first. */
export function untilAllowed(
  counted: Rule['counted'],
  ages: readonly number[],
  { next, people = { lately: 0, today: 0 } }: { next?: Rule['next']; people?: People } = {},
): number {
  const waits = of(counted)
    .filter((rule) => next === undefined || rule.next === next)
    .map(({ most, within, moreForAPerson = 0 }) => {
      const more = moreForAPerson * (within === DAY ? people.today : people.lately);
      const last = ages[most + more - 1];
      return last === undefined || last >= within ? 0 : within - last;
    });
  return Math.max(0, ...waits);
}

/** Stored failures, each as its age in seconds, the youngest first. */
export type FailureAges = {
  /** This name in a day, from devices that are not known. */
  account: readonly number[];
  /** This name in a day, from this known device. */
  device: readonly number[];
  /** This address in a day, with any name of this role in this clinic. */
  address: readonly number[];
  /** The people of the clinic that have logged in from this address in its two times. */
  people: People;
  /** Other codes of the clinic with this birth date in an hour: the youngest failure of each. */
  date: readonly number[];
};

/** What the database says before an attempt. */
export type Counts = FailureAges & {
  clinic: { lastHour: number; lastDay: number };
  isAlarmed: boolean;
  /** The staff lets a device in with this code, or with any code of the clinic. */
  isLetIn: boolean;
  isAnyLetIn: boolean;
};

export type LimitHit = { limit: 'account' | 'device' | 'address' | 'date'; retryAfter: number };

/** What comes before the secret is checked: nothing, a wait, a task, or a try that the staff has allowed. */
export type Verdict =
  | { next: 'check' }
  | { next: 'allowed try' }
  | ({ next: 'wait' } & LimitHit)
  | { next: 'task'; bits: number; retryAfter: number };

/** The verdict on an attempt. `usualBits` is the difficulty of the task at the beginning of an alarm. */
export function verdictOn(counts: Counts, isDeviceKnown: boolean, usualBits: number): Verdict {
  const hit = limitHitBy(counts, isDeviceKnown);
  const untilFree = isDeviceKnown ? 0 : accountWait(counts.account);
  // Staff knows whom it lets in. That lifts every limit, for a few attempts.
  if ((hit || untilFree > 0) && counts.isLetIn) return { next: 'allowed try' };
  if (hit) return { next: 'wait', ...hit };
  if (isDeviceKnown) return { next: 'check' };
  const own = untilFree > 0 ? accountTaskBits(usualBits, counts.account.length) : 0;
  const alarm = counts.isAlarmed ? alarmTaskBits(usualBits, counts.clinic.lastDay) : 0;
  const bits = Math.max(own, alarm);
  return bits === 0 ? { next: 'check' } : { next: 'task', bits, retryAfter: Math.max(1, untilFree) };
}

/**
 * The limit that an attempt has hit, with the seconds to wait. A known device has its own limit only, so that an
 * attack from another device does not lock the user out (R47).
 */
export function limitHitBy(ages: FailureAges, isDeviceKnown: boolean): LimitHit | undefined {
  const limits = isDeviceKnown ? (['device'] as const) : (['account', 'address', 'date'] as const);
  const [longest] = limits
    .map((limit) => ({ limit, retryAfter: limitWait(limit, ages) }))
    .toSorted((a, b) => b.retryAfter - a.retryAfter);
  return longest && longest.retryAfter > 0 ? longest : undefined;
}

/** The seconds that an attempt must wait by one limit (R46 to R49). */
export function limitWait(limit: LimitHit['limit'], ages: FailureAges): number {
  return untilAllowed(limit, ages[limit], { next: 'wait', people: ages.people });
}

/** The seconds until an unknown device may try this name again without a task (R46). */
export function accountWait(ages: readonly number[]): number {
  return Math.max(untilAllowed('account', ages, { next: 'task' }), doublingWait(ages));
}

function doublingWait(ages: readonly number[]): number {
  const oldestFirst = ages.toReversed();
  const starts = oldestFirst.findIndex((age, index) => {
    const first = oldestFirst[index - (doubling.failures - 1)];
    return first !== undefined && first - age <= doubling.within;
  });
  const youngest = ages[0];
  if (starts === -1 || youngest === undefined) return 0;
  const doublings = oldestFirst.length - 1 - starts;
  const length = Math.min(doubling.first * 2 ** doublings, doubling.longest);
  return Math.max(0, length - youngest);
}

/** The bits of the task for a name that waits. Each failure beyond the limit of the day doubles the work. */
export function accountTaskBits(usual: number, failures: number): number {
  const most = Math.min(...of('account').map((rule) => rule.most));
  return harder(usual, task.accountBits + more(failures - most));
}

/** The bits of the task during an alarm. The work doubles whenever the failures of the day double (R50). */
export function alarmTaskBits(usual: number, failuresOfTheDay: number): number {
  return harder(usual, more(Math.floor(Math.log2(failuresOfTheDay / relevant('clinic').most))));
}

const more = (bits: number): number => Math.min(Math.max(0, bits), task.mostMoreBits);

// A clinic that sets harder tasks than the hardest of ours keeps its own.
const harder = (usual: number, bits: number): number =>
  Math.max(usual, Math.min(usual + bits, task.mostBits));

/** Whether a clinic has so many failures that they count as an attack (R50). */
export function raisesAlarm({ lastHour, lastDay }: Counts['clinic']): boolean {
  return of('clinic').some(({ most, within }) => (within === DAY ? lastDay : lastHour) >= most);
}
