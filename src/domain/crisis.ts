import { daysBetween } from './day-count.ts';
import type { IsoDate } from './iso-date.ts';

// Events that an answer raised because it shows danger, and the help that the patient gets (product 19).

/** How grave an answer is, the milder level first. */
export const CRISIS_LEVELS = ['notice', 'urgent'] as const;
export type CrisisLevel = (typeof CRISIS_LEVELS)[number];

/** What an answer shows: danger to oneself, to others, to a child, violence suffered, and so on. */
export const CRISIS_KINDS = [
  'self',
  'others',
  'child',
  'violence',
  'psychosis',
  'body',
  'substance',
  'other',
] as const;
export type CrisisKind = (typeof CRISIS_KINDS)[number];

/** What a clinician did before acknowledging an event. */
export const CRISIS_ACTS = ['talked', 'assessed', 'handed_over', 'mistake', 'other'] as const;
export type CrisisAct = (typeof CRISIS_ACTS)[number];

/** An act after which the event stays open. */
export const leavesOpen = (act: CrisisAct): act is 'handed_over' | 'other' =>
  act === 'handed_over' || act === 'other';

/** The most characters of the note to an acknowledgement. */
export const MAX_CRISIS_NOTE_LENGTH = 500;

/** An event or a signal can be put off by so many days, counted from today. */
const AGAIN_DAYS = { fewest: 1, most: 28 } as const;

export function mayWaitUntil(day: IsoDate, today: IsoDate): boolean {
  const days = daysBetween(today, day);
  return days >= AGAIN_DAYS.fewest && days <= AGAIN_DAYS.most;
}

/** Sorts the graver level first. */
export function compareLevels(a: CrisisLevel, b: CrisisLevel): number {
  return CRISIS_LEVELS.indexOf(b) - CRISIS_LEVELS.indexOf(a);
}

/** An event as lists show it. Moments are ISO texts with Z. */
export type CrisisMark = {
  readonly id: string;
  readonly level: CrisisLevel;
  readonly raised_at: string;
  readonly acknowledged_at: string | null;
};

/** What was agreed about an open event: who is responsible since when, and the day until which it was put off. */
export type CrisisStanding = {
  readonly handed_over: { readonly to: string; readonly at: string } | null;
  readonly again_on: IsoDate | null;
};

/**
 * The event that stands for a patient: the gravest open one (of equally grave ones the oldest), but one that was put off only
 * after the others; else the newest. Null if there is none.
 */
export function leadingEvent<Event extends CrisisMark & { readonly again_on?: IsoDate | null }>(
  events: readonly Event[],
): Event | null {
  const open = events.filter((event) => event.acknowledged_at === null);
  const [first] =
    open.length > 0
      ? open.toSorted(
          (a, b) =>
            Number(isPutOff(a)) - Number(isPutOff(b)) ||
            compareLevels(a.level, b.level) ||
            compare(a.raised_at, b.raised_at),
        )
      : events.toSorted((a, b) => compare(b.raised_at, a.raised_at));
  return first ?? null;
}

const isPutOff = (event: { readonly again_on?: IsoDate | null }) => (event.again_on ?? null) !== null;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The hours after which the duty address of the clinic is reminded of an event without acknowledgement. */
export type ReminderHours = Readonly<Record<CrisisLevel, number>>;

/** One number of the clinic's help: whom it reaches, and when. */
export type HelpNumber = { readonly name: string; readonly number: string; readonly hours: string };

/** The most numbers of a clinic's help. More would not help in choosing one. */
export const MAX_HELP_NUMBERS = 12;

/** Help in a crisis: a text, and whom to call. */
export type Help = { readonly text: string; readonly numbers: readonly HelpNumber[] };
