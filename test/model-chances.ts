import type { IsoDate } from '../src/domain/iso-date.ts';
import { addDays } from '../src/domain/dates.ts';
import type { Model, Session } from './model.ts';
import type { Real } from './model-world.ts';

/** What a step does is up to four numbers, whatever they are; so any list of steps can be cut and still means something. */
export type Chances = { a: number; b: number; c: number; d: number };
export type Step = (model: Model, real: Real, chances: Chances) => Promise<void>;

// Never empty: a model has users from the start.
export const nth = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

/** One of the sessions there ever were, more often a late one; now and then none. */
export function sessionOf({ sessions }: Model, number: number): Session | undefined {
  if (number % 13 === 0) return undefined;
  return nth(sessions.length > 0 ? sessions.slice(-7) : [undefined], number);
}

/** Every patient of the builders was admitted on the day the world began. */
export function windowsStart({ services, clock }: Real): IsoDate {
  return addDays(services.today(), -clock.days);
}
