import type { IsoDate } from '../src/domain/iso-date.ts';
import { addDays } from '../src/domain/dates.ts';
import type { Model, Session } from './model.ts';
import type { Real } from './model-world.ts';

/** Four numbers decide a step, and any numbers are valid. So a list of steps can be shortened and stays valid. */
export type Chances = { a: number; b: number; c: number; d: number };
export type Step = (model: Model, real: Real, chances: Chances) => Promise<void>;

// A model has users from the start, so the list is never empty.
export const nth = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

/** Picks a session, mostly a late one, and sometimes none. */
export function sessionOf({ sessions }: Model, number: number): Session | undefined {
  if (number % 13 === 0) return undefined;
  return nth(sessions.length > 0 ? sessions.slice(-7) : [undefined], number);
}

/** The builders admit every patient on the first day of the world. */
export function windowsStart({ services, clock }: Real): IsoDate {
  return addDays(services.today(), -clock.days);
}
