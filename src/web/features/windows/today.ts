import { type IsoDate, todayIn } from '../../../domain/iso-date.ts';
import { config } from '../../api/config.ts';
import { serverNow } from '../../api/server-time.ts';

/** The day of today where the clinic is. */
export function today(): IsoDate {
  return todayIn(config().time_zone, serverNow());
}

/** The day of a moment where the clinic is. */
export function dayOf(moment: string): IsoDate {
  return todayIn(config().time_zone, Date.parse(moment));
}
