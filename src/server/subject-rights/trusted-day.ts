import { daysBetween } from '../../domain/day-count.ts';
import type { IsoDate } from '../../domain/iso-date.ts';

/** The days that several clocks and memories name. */
export type Days = {
  /** The program's day. */
  today: IsoDate;
  database: IsoDate;
  /** The day of the newest row of the clinic's trail. */
  trail: IsoDate | null;
  /** The newest day on which patients could be erased. */
  trusted: IsoDate | null;
};

/** Why "today" may be wrong. */
export type Doubt = 'clocks_differ' | 'day_went_back' | 'day_leapt';

export const doubts: Record<Doubt, string> = {
  clocks_differ:
    'the clocks of the program and of the database differ by more than a day; mend the wrong one',
  day_went_back:
    'the day lies before one that the clinic has seen; mend the clock, or set --months again if it is right',
  day_leapt:
    'more than 60 days have passed since the last look; mend the clock, or set --months again if it is right',
};

// Time zones and midnight.
const TOLERANCE_DAYS = 1;
// A server may rest over Christmas. One that rests longer needs a confirmation.
const LONGEST_REST_DAYS = 60;

/** Why no patient may be erased on this day (record 053); undefined if the day can be trusted. */
export function doubtAbout({ today, database, trail, trusted }: Days): Doubt | undefined {
  if (Math.abs(daysBetween(today, database)) > TOLERANCE_DAYS) return 'clocks_differ';
  for (const seen of [trail, trusted])
    if (seen !== null && daysBetween(today, seen) > TOLERANCE_DAYS) return 'day_went_back';
  const last = trusted ?? trail ?? database;
  return daysBetween(last, today) > LONGEST_REST_DAYS ? 'day_leapt' : undefined;
}

const LEAST_A_DAY = 10;
const SHARE_A_DAY = 0.02;

/** The most patients of a clinic that the server erases within 24 hours by itself. */
export function dailyErasureLimit(patients: number): number {
  return Math.max(LEAST_A_DAY, Math.ceil(patients * SHARE_A_DAY));
}
