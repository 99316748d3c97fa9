import { todayIn } from '../domain/today.ts';
import { LOCALE } from './locale.ts';

/** A moment in this time zone, in German: `21.11.2026, 14:05 Uhr`. */
export function momentIn(timeZone: string, epochMs: number): string {
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
  const format = new Intl.DateTimeFormat(LOCALE, { ...day, ...minute, timeZone });
  return `${format.format(epochMs)}${clock}`;
}

// Never alone at the beginning of a line.
const clock = '\u{a0}Uhr';
const minute = { hour: '2-digit', minute: '2-digit' } as const;

/** Like `momentIn`, but a moment of the same day as `now` is `heute, 14:05 Uhr`. */
export function shortMomentIn(timeZone: string, epochMs: number, now: number): string {
  const format = new Intl.DateTimeFormat(LOCALE, { ...minute, timeZone });
  const isToday = todayIn(timeZone, epochMs) === todayIn(timeZone, now);
  return isToday ? `heute, ${format.format(epochMs)}${clock}` : momentIn(timeZone, epochMs);
}
