import { calendarDay, daysInMonth, type IsoDate, isoDate } from './iso-date.ts';

// Years are counted from March, so that the leap day comes last; 400 years have 146,097 days (Howard Hinnant,
// "chrono-Compatible Low-Level Date Algorithms").
const DAYS_OF_ERA = 146_097;

/** Days since 0000-03-01. */
export function dayNumber(date: IsoDate): number {
  const { year, month, day } = calendarDay(date);
  const marchYear = month > 2 ? year : year - 1;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  return era * DAYS_OF_ERA + yearOfEra * 365 + leapDays + dayOfYear;
}

/** The number of days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: IsoDate, to: IsoDate): number {
  return dayNumber(to) - dayNumber(from);
}

// Days are counted by hand, because an import derives 100,000 windows, and Temporal's 6 µs for each step would add up to a second.
/** The day some days later, or earlier. */
export function addDays(date: IsoDate, days: number): IsoDate {
  return dateOfDayNumber(dayNumber(date) + days);
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

/** The day some months later, or earlier. 31 January + 1 month is the last day of February. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const { year, month, day } = calendarDay(date);
  const index = year * 12 + (month - 1) + months;
  const newYear = Math.floor(index / 12);
  const newMonth = index - newYear * 12 + 1;
  return isoDate({ year: newYear, month: newMonth, day: Math.min(day, daysInMonth(newYear, newMonth)) });
}
