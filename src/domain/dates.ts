import { Temporal } from 'temporal-polyfill';
import type { IsoDate } from './iso-date.ts';

export { addDays, addMonths, daysBetween } from './day-count.ts';

// The only file that loads Temporal; code of the browser must not import it.

/** The first moment of a day in a time zone, in epoch milliseconds: 0:00, unless the clocks skip it. */
export function startOfDay(date: IsoDate, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone }).epochMilliseconds;
}

/** A full hour of a day in a time zone, in epoch milliseconds. */
export function hourOfDay(date: IsoDate, hour: number, timeZone: string): number {
  const plainTime = { hour };
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}
