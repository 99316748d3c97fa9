import { addDays } from './dates.ts';
import { ageOn, type IsoDate } from './iso-date.ts';

/** The largest shift of dates, in days, forwards or backwards. */
export const MOST_SHIFT = 182;

/** The shift of one person's dates in days, −182 to 182, from at least four random bytes. */
export function shiftOf(bytes: Uint8Array): number {
  const number = bytes.subarray(0, 4).reduce((sum, byte) => sum * 256 + byte, 0);
  return (number % (2 * MOST_SHIFT + 1)) - MOST_SHIFT;
}

/** Adds days to a date. Null beyond the calendar. */
export function shiftDate(date: IsoDate, days: number): IsoDate | null {
  try {
    return days === 0 ? date : addDays(date, days);
  } catch {
    return null;
  }
}

// HIPAA's safe harbour: the few persons of 90 years and more are one group (45 CFR 164.514).
const OLDEST_SHOWN = 90;

/** Completed years of age on a day; an age above 90 counts as 90. Null if the day is before the birth. */
export function shownAge(birth: IsoDate, on: IsoDate): number | null {
  const age = ageOn(birth, on);
  return age < 0 ? null : Math.min(age, OLDEST_SHOWN);
}
