import { Temporal } from 'temporal-polyfill';
import { calendarDay, dayNumber, DAYS_OF_ERA, daysInMonth, isoDate } from './iso-date.ts';
import type { IsoDate } from './iso-date.ts';

export { daysBetween, todayIn } from './iso-date.ts';

// The one file that loads Temporal; nothing the browser loads may import it. Days are counted by hand all the same:
// a bulk import derives some 100,000 windows, and Temporal's 6 µs per step would cost it a second.

/** The day so many months later (or earlier), clamped to the last day of its month: 31 January + 1 is 28 or 29 February. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const { year, month, day } = calendarDay(date);
  const index = year * 12 + (month - 1) + months;
  const newYear = Math.floor(index / 12);
  const newMonth = index - newYear * 12 + 1;
  return isoDate({ year: newYear, month: newMonth, day: Math.min(day, daysInMonth(newYear, newMonth)) });
}

/** The day so many days later (or earlier). */
export function addDays(date: IsoDate, days: number): IsoDate {
  return dateOfDayNumber(dayNumber(date) + days);
}

/** The first moment of a day in a time zone, in epoch milliseconds; 0:00 except where the clocks skip it. */
export function startOfDay(date: IsoDate, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone }).epochMilliseconds;
}

/** Eight o'clock, or another full hour, of a day in a time zone, in epoch milliseconds. */
export function hourOfDay(date: IsoDate, hour: number, timeZone: string): number {
  const plainTime = { hour };
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}

/**
 * The first moment after a day in a time zone, in epoch milliseconds: the answers of a window that ends on this day
 * are accepted before it and refused from it on.
 */
export function endOfDay(date: IsoDate, timeZone: string): number {
  return startOfDay(addDays(date, 1), timeZone);
}

// The way back of `dayNumber`.
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
