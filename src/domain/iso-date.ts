/**
 * Calendar dates as text. This file does not use Temporal (`dates.ts` does), so the browser can load it. A calendar date
 * has no time zone and must never pass through a `Date`.
 */

/** A calendar date `yyyy-MM-dd` of the years 0001 to 9999. `isIsoDate` checks text from outside. */
export type IsoDate = string;

export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

/** The milliseconds of a day without a change of clocks. */
export const DAY_MS = 86_400_000;

const GERMAN_DATE = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** Is the value a text `yyyy-MM-dd` of a day that exists? 1990-02-30 does not (R9). */
export function isIsoDate(value: unknown): value is IsoDate {
  return typeof value === 'string' && readDay(value) !== undefined;
}

/** Year, month and day of a date. Throws a RangeError if the text is no date. */
export function calendarDay(date: IsoDate): CalendarDay {
  const day = readDay(date);
  if (!day) throw new RangeError(`not a calendar date: ${JSON.stringify(date)}`);
  return day;
}

// Reads character by character: a list of 10,000 patients has 200,000 dates, and a regular expression is slower.
function readDay(text: string): CalendarDay | undefined {
  if (text.length !== 10 || text[4] !== '-' || text[7] !== '-') return undefined;
  const year = readDigits(text, 0, 4);
  const month = readDigits(text, 5, 7);
  const day = readDigits(text, 8, 10);
  return exists(year, month, day) ? { year, month, day } : undefined;
}

/** The number in the digits from `start` to before `end`; NaN if one of them is no digit. */
function readDigits(text: string, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** The date of a year, month (1 to 12) and day. Throws a RangeError if this day does not exist. */
export function isoDate({ year, month, day }: CalendarDay): IsoDate {
  if (!exists(year, month, day)) throw new RangeError(`no such day: ${year}-${month}-${day}`);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

/** Negative if `a` is the earlier day, 0 for the same day, positive if `a` is the later day. */
export function compareIsoDates(a: IsoDate, b: IsoDate): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Is the day in the range? Both ends belong to the range. */
export function isWithin(date: IsoDate, range: { readonly start: IsoDate; readonly end: IsoDate }): boolean {
  return range.start <= date && date <= range.end;
}

/** Days of a month (1 to 12), by the Gregorian leap-year rule. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** A date as Germans write it, dd.MM.yyyy (product 9.3). */
export function formatIsoDate(date: IsoDate): string {
  return `${date.slice(8, 10)}.${date.slice(5, 7)}.${date.slice(0, 4)}`;
}

/**
 * Reads a typed date dd.mm.yyyy; day and month may have one digit, surrounding blanks do not matter. Undefined for a text
 * that is no date, such as 31.02.1990 or a year of two digits.
 */
export function parseGermanDate(text: string): IsoDate | undefined {
  const parts = GERMAN_DATE.exec(text.trim());
  if (!parts) return undefined;
  const day = { year: Number(parts[3]), month: Number(parts[2]), day: Number(parts[1]) };
  return exists(day.year, day.month, day.day) ? isoDate(day) : undefined;
}

/** Has the text the form of a German date, but names a day that does not exist, such as 31.02.1990? */
export function isImpossibleGermanDate(text: string): boolean {
  return GERMAN_DATE.test(text.trim()) && parseGermanDate(text) === undefined;
}

function exists(year: number, month: number, day: number): boolean {
  if (!Number.isInteger(year) || year < 1 || year > 9999) return false;
  if (!Number.isInteger(month) || month < 1 || month > 12) return false;
  return Number.isInteger(day) && day >= 1 && day <= daysInMonth(year, month);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function padded(value: number, length: number): string {
  return String(value).padStart(length, '0');
}

/** Completed years of age on a day; negative before the birth. */
export function ageOn(birth: IsoDate, on: IsoDate): number {
  const [born, day] = [calendarDay(birth), calendarDay(on)];
  const hadBirthday = day.month > born.month || (day.month === born.month && day.day >= born.day);
  return day.year - born.year - (hadBirthday ? 0 : 1);
}
