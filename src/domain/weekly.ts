import { addDays, hourOfDay } from './dates.ts';
import { dayNumber, type IsoDate } from './iso-date.ts';
import { isUnread } from './statuses.ts';
import { patientWork, type ListedPatient } from './worklist.ts';

// The weekly mail of a clinician: counts alone, on Monday morning.

const FIRST_HOUR = 7;
/** After an outage a mail is still worth sending on these days of the week. */
const DAYS_TO_SEND = 3;
// Day 0 of `dayNumber` was a Wednesday.
const DAYS_SINCE_MONDAY = 2;

/** The Monday of the week of a day. */
export function mondayOf(day: IsoDate): IsoDate {
  return addDays(day, -((dayNumber(day) + DAYS_SINCE_MONDAY) % 7));
}

/** When the mail of a week goes out, in epoch milliseconds. */
export function weeklyMoment(monday: IsoDate, timeZone: string): number {
  return hourOfDay(monday, FIRST_HOUR, timeZone);
}

/** Says whether the mail of a week may still go out on a day. */
export function isWeekToSend(monday: IsoDate, today: IsoDate): boolean {
  return monday <= today && today < addDays(monday, DAYS_TO_SEND);
}

export type WeeklyCounts = { readonly unread: number; readonly closing: number };

/** What waits for a clinician: reports that are not read yet, and surveys that close within 7 days. */
export function weeklyCounts(
  patients: readonly ListedPatient[],
  today: IsoDate,
  timeZone: string,
): WeeklyCounts {
  const closing = patients.filter((one) => patientWork(one, today, timeZone).waiting.has('closing'));
  const sessions = patients.flatMap((one) => one.survey_statuses);
  return { unread: sessions.filter(isUnread).length, closing: closing.length };
}
