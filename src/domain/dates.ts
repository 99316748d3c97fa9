import { Temporal } from 'temporal-polyfill';
import { dayNumber, DAYS_OF_ERA, isoDate } from './iso-date.ts';
import type { IsoDate } from './iso-date.ts';

export { addMonths, daysBetween } from './iso-date.ts';

// The only file that loads Temporal; code of the browser must not import it. Days are still counted by hand, because an
// import derives 100,000 windows, and Temporal's 6 µs for each step would add up to a second.

/** The day some days later, or earlier. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return dateOfDayNumber(dayNumber(date) + days);
}

/** The first moment of a day in a time zone, in epoch milliseconds: 0:00, unless the clocks skip it. */
export function startOfDay(date: IsoDate, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone }).epochMilliseconds;
}

/** A full hour of a day in a time zone, in epoch milliseconds. */
export function hourOfDay(date: IsoDate, hour: number, timeZone: string): number {
  const plainTime = { hour };
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}

// The inverse of `dayNumber`.
function dateOfDayNumber(number: number): IsoDate {
  const era = Math.floor(number / DAYS_OF_ERA);
  const dayOfEra = number - era * DAYS_OF_ERA;
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return isoDate({ year, month, day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1 });
}
