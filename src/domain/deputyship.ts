import { addMonths } from './day-count.ts';
import type { IsoDate } from './iso-date.ts';

// Which days a deputyship may have (product 19.4). The first and the last day are both part of it.

/** The most months of one deputyship. */
const MAX_DEPUTYSHIP_MONTHS = 3;

export type DeputyDays = { readonly from: IsoDate; readonly until: IsoDate };

/** The last day that a deputyship from this day can have. */
const lastPossibleDay = (from: IsoDate): IsoDate => addMonths(from, MAX_DEPUTYSHIP_MONTHS);

export type DeputyDaysProblem = {
  readonly field: keyof DeputyDays;
  readonly code: 'deputy_days_invalid' | 'deputy_begins_in_past' | 'deputy_too_long';
};

/** What is wrong with the days of a deputyship; undefined if nothing is. `present`: the days that it replaces. */
export function deputyDaysProblem(
  { from, until }: DeputyDays,
  present: DeputyDays | null,
  today: IsoDate,
): DeputyDaysProblem | undefined {
  if (until < from || until < today) return { field: 'until', code: 'deputy_days_invalid' };
  // A deputyship that has begun keeps its first day when its last day is moved.
  const isKept = present !== null && present.until >= today && present.from === from;
  if (from < today && !isKept) return { field: 'from', code: 'deputy_begins_in_past' };
  return until > lastPossibleDay(from) ? { field: 'until', code: 'deputy_too_long' } : undefined;
}
