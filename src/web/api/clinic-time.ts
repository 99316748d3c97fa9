import { todayIn } from '../../domain/today.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import { momentIn, shortMomentIn } from '../../text/moments.ts';
import { config } from './config.ts';
import { serverNow } from './server-time.ts';

/** Today in the clinic's time zone. */
export function today(): IsoDate {
  return todayIn(config().time_zone, serverNow());
}

/** The day of a moment in the clinic's time zone. */
export function dayOf(moment: string): IsoDate {
  return todayIn(config().time_zone, Date.parse(moment));
}

/** A moment as text in the clinic's time zone: `21.11.2026, 14:05 Uhr`. */
export function momentText(moment: string): string {
  return momentIn(config().time_zone, Date.parse(moment));
}

/** The same as short text: `heute, 14:05 Uhr`, before today `21.11.2026, 14:05 Uhr`. */
export function shortMomentText(moment: string): string {
  return shortMomentIn(config().time_zone, Date.parse(moment), serverNow());
}
