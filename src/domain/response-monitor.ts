import type { ConsentStanding } from './consent.ts';
import { daysBetween } from './day-count.ts';
import type { IsoDate } from './iso-date.ts';
import { todayIn } from './today.ts';
import {
  isOffered,
  openSince,
  timeWindowStatus,
  type Registered,
  type SessionProgress,
  type TypedRange,
} from './statuses.ts';
import { WINDOW_TYPES, type WindowType } from './window-types.ts';

/**
 * The response monitor shows an admin or a clinician how many surveys are answered and which patients may need a reminder.
 * It counts states, contains no result and does not compare clinicians.
 */

/** An open, unfinished survey is overdue from this day on, the day of the reminder (product 2.19). */
export const OVERDUE_DAYS = 7;
/** A started survey rests after this number of days without an answer. */
export const RESTING_DAYS = 3;
/** A patient is stuck after this number of missed measurement points in a row. */
export const MISSED_IN_A_ROW = 2;

export type MonitoredPatient = Registered & {
  readonly id: string;
  readonly code: string;
  readonly survey_time_windows: readonly MonitoredWindow[];
  readonly survey_statuses: readonly SessionProgress[];
  /** The study consent; absent when the clinic asks for none. */
  readonly consent?: ConsentStanding | undefined;
};
type MonitoredWindow = TypedRange & { readonly label: string };

/** Counts the windows of one type that were offered and have opened. `open` includes `overdue`; apart from that, each window counts once. */
export type WindowTally = {
  readonly open: number;
  readonly overdue: number;
  readonly done: number;
  readonly expired: number;
};

/** The reasons why a patient is stuck, the most urgent first. */
export const STUCK_REASONS = ['overdue', 'resting', 'missed'] as const;
export type StuckReason = (typeof STUCK_REASONS)[number];

/**
 * A patient who may need a reminder. `type` and `label` are those of the survey. `days` counts the days left including
 * today (`overdue`) or the days since the last answer (`resting`); `missed` counts the measurement points in a row.
 */
export type StuckPatient = {
  readonly id: string;
  readonly code: string;
  readonly type: WindowType;
  readonly label: string;
} & (
  | { readonly reason: 'overdue' | 'resting'; readonly days: number }
  | { readonly reason: 'missed'; readonly missed: number }
);

export type ResponseMonitor = {
  readonly tallies: Readonly<Record<WindowType, WindowTally>>;
  /** By reason, then by urgency, then by code. Every overdue survey of the tallies is among them. */
  readonly stuck: readonly StuckPatient[];
};

/** Counts the windows of the patients and finds the stuck patients, for a day in a time zone. */
export function monitorResponses(
  patients: readonly MonitoredPatient[],
  today: IsoDate,
  timeZone: string,
): ResponseMonitor {
  const tallies = emptyTallies();
  const stuck: StuckPatient[] = [];
  for (const patient of patients) {
    const states = windowStates(patient, today, timeZone);
    for (const state of states) count(tallies[state.window.type], state);
    const reason = hasWithdrawn(patient) ? undefined : stuckReason(patient, states, today);
    if (reason) stuck.push(reason);
  }
  return { tallies, stuck: stuck.sort(byUrgency) };
}

function hasWithdrawn({ consent }: MonitoredPatient): boolean {
  return consent?.state === 'withdrawn';
}

/** The sum over all types of windows. */
export function totalTally(tallies: ResponseMonitor['tallies']): WindowTally {
  return Object.values(tallies).reduce((sum, tally) => ({
    open: sum.open + tally.open,
    overdue: sum.overdue + tally.overdue,
    done: sum.done + tally.done,
    expired: sum.expired + tally.expired,
  }));
}

/** The share of finished windows among the finished and expired ones, 0 to 1; undefined while there is none. */
export function responseRate({ done, expired }: WindowTally): number | undefined {
  return done + expired === 0 ? undefined : done / (done + expired);
}

type MutableTally = { -readonly [Key in keyof WindowTally]: number };

function emptyTallies(): Record<WindowType, MutableTally> {
  const entries = WINDOW_TYPES.map((type) => [type, { open: 0, overdue: 0, done: 0, expired: 0 }] as const);
  // The entries are made from the list of all types, so no type is missing.
  return Object.fromEntries(entries) as Record<WindowType, MutableTally>;
}

type WindowState = {
  window: MonitoredWindow;
  place: 'current' | 'completed' | 'planned';
  isFinished: boolean;
  /** The day of the last answer, if there is one. */
  lastAnswer: IsoDate | undefined;
  isOverdue: boolean;
};

function windowStates(patient: MonitoredPatient, today: IsoDate, timeZone: string): WindowState[] {
  const { survey_time_windows, survey_statuses } = patient;
  // Computed once for each session, because converting a moment into a day is slow and every window reads every session.
  const sessions = survey_statuses.map((session) => ({
    ...session,
    day: todayIn(timeZone, Date.parse(session.update_time)),
  }));
  const states = survey_time_windows.flatMap((window) => {
    const own = sessions.filter(
      ({ stw_type, day }) => stw_type === window.type && window.start <= day && day <= window.end,
    );
    if (own.length === 0 && !isOffered(window, patient, timeZone)) return [];
    return {
      window,
      place: timeWindowStatus(window, today),
      isFinished: own.some(({ finished }) => finished),
      lastAnswer: own
        .map(({ day }) => day)
        .sort()
        .at(-1),
      isOverdue: isOverdue(window, patient, { today, timeZone }),
    };
  });
  // A window may count as missed only if it ended before the withdrawal. Afterwards the patient is not asked.
  const { since } = patient.consent ?? { since: null };
  if (!hasWithdrawn(patient) || since === null) return states;
  const last = todayIn(timeZone, Date.parse(since));
  return states.filter(({ isFinished, window }) => isFinished || window.end < last);
}

function count(tally: MutableTally, state: WindowState): void {
  if (state.isFinished) tally.done += 1;
  else if (state.place === 'completed') tally.expired += 1;
  else if (state.place === 'current') {
    tally.open += 1;
    if (state.isOverdue) tally.overdue += 1;
  }
}

/** Has the patient had an open window for so long? */
export function isOverdue(
  window: TypedRange,
  patient: Registered,
  { today, timeZone }: { readonly today: IsoDate; readonly timeZone: string },
): boolean {
  if (daysBetween(window.start, today) < OVERDUE_DAYS) return false;
  return daysBetween(openSince(window, patient, timeZone), today) >= OVERDUE_DAYS;
}

function stuckReason(
  { id, code }: MonitoredPatient,
  states: readonly WindowState[],
  today: IsoDate,
): StuckPatient | undefined {
  const open = states.find(({ place, isFinished }) => place === 'current' && !isFinished);
  if (open) {
    const { type, label, end } = open.window;
    const survey = { id, code, type, label };
    if (open.isOverdue) return { ...survey, reason: 'overdue', days: daysBetween(today, end) + 1 };
    const resting = open.lastAnswer === undefined ? 0 : daysBetween(open.lastAnswer, today);
    if (resting >= RESTING_DAYS) return { ...survey, reason: 'resting', days: resting };
  }
  return missedReason(id, code, states);
}

// A patient without a current or planned window needs no reminder.
function missedReason(id: string, code: string, states: readonly WindowState[]): StuckPatient | undefined {
  if (states.every(({ place }) => place === 'completed')) return undefined;
  if (states.some(({ place, isFinished, lastAnswer }) => place === 'current' && (isFinished || lastAnswer)))
    return undefined;
  const past = states.filter(({ place }) => place === 'completed');
  const lastDone = past.findLastIndex(({ isFinished }) => isFinished);
  const missed = past.length - 1 - lastDone;
  const last = past.at(-1)?.window;
  if (missed < MISSED_IN_A_ROW || last === undefined) return undefined;
  return { id, code, type: last.type, label: last.label, reason: 'missed', missed };
}

function byUrgency(a: StuckPatient, b: StuckPatient): number {
  const rank = STUCK_REASONS.indexOf(a.reason) - STUCK_REASONS.indexOf(b.reason);
  if (rank !== 0) return rank;
  if (urgency(a) !== urgency(b)) return urgency(a) - urgency(b);
  if (a.code === b.code) return 0;
  return a.code < b.code ? -1 : 1;
}

/** Fewer days left come first, and so do longer rests and more missed surveys. */
function urgency(patient: StuckPatient): number {
  if (patient.reason === 'missed') return -patient.missed;
  return patient.reason === 'overdue' ? patient.days : -patient.days;
}
