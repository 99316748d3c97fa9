import { config } from '../../api/config.ts';
import { today } from '../../api/clinic-time.ts';
import type { Calendar } from './patient-surveys.ts';

/** Today where the clinic is. */
export function calendar(): Calendar {
  return { today: today(), timeZone: config().time_zone };
}
