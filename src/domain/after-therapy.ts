import type { IsoDate } from './iso-date.ts';
import type { WindowType } from './window-types.ts';

/** Whether a survey is looked at after the therapy: a follow-up, or any once the discharge has passed. An open therapy is not over. */
export function isAfterTherapy(type: WindowType, discharge: IsoDate | null, today: IsoDate): boolean {
  return type.startsWith('FOLLOW_UP') || (discharge !== null && discharge < today);
}
