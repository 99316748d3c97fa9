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

/** The most characters of the note to an acknowledgement. */
export const MAX_CRISIS_NOTE_LENGTH = 500;

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

/** The event that stands for a patient: the gravest open one (of equally grave ones the oldest), else the newest; null if there is none. */
export function leadingEvent<Event extends CrisisMark>(events: readonly Event[]): Event | null {
  const open = events.filter((event) => event.acknowledged_at === null);
  const [first] =
    open.length > 0
      ? open.toSorted((a, b) => compareLevels(a.level, b.level) || compare(a.raised_at, b.raised_at))
      : events.toSorted((a, b) => compare(b.raised_at, a.raised_at));
  return first ?? null;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The hours after which the duty address of the clinic is reminded of an event without acknowledgement. */
export type ReminderHours = Readonly<Record<CrisisLevel, number>>;

/** One number of the clinic's help: whom it reaches, and when. */
export type HelpNumber = { readonly name: string; readonly number: string; readonly hours: string };

/** The most numbers of a clinic's help. More would not help in choosing one. */
export const MAX_HELP_NUMBERS = 12;

/** Help in a crisis: a text, and whom to call. */
export type Help = { readonly text: string; readonly numbers: readonly HelpNumber[] };
