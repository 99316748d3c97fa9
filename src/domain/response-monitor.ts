import type { ConsentStanding } from './consent.ts';
import { daysBetween, todayIn } from './iso-date.ts';
import type { IsoDate } from './iso-date.ts';
import { timeWindowStatus } from './statuses.ts';
import type { SessionProgress, TypedRange } from './statuses.ts';
import { WINDOW_TYPES } from './window-types.ts';
import type { WindowType } from './window-types.ts';

/**
 * How the surveys of a clinic come back: for the admin, to see where a reminder helps. It counts states, knows no
 * result, and does not compare clinicians.
 */

/** An open survey that is not finished is overdue from this day on; on it the patient is reminded (product 15). */
export const OVERDUE_DAYS = 7;
/** A survey that was begun rests when nothing was answered for so many days. */
export const RESTING_DAYS = 3;
/** An overdue survey that closes within so many days is about to be lost. */
export const CLOSING_DAYS = 7;
/** So many measurement points in a row without an answer are a reason to ask. */
export const MISSED_IN_A_ROW = 2;

export type MonitoredPatient = {
  readonly id: string;
  readonly code: string;
  readonly survey_time_windows: readonly MonitoredWindow[];
  readonly survey_statuses: readonly SessionProgress[];
  /** The study consent, where one is asked for. */
  readonly consent?: ConsentStanding | undefined;
};
type MonitoredWindow = TypedRange & { readonly label: string };

/** Windows of one type that have opened. `overdue` ones are among the `open` ones; the others exclude each other. */
export type WindowTally = {
  readonly open: number;
  readonly overdue: number;
  readonly done: number;
  readonly expired: number;
};

/** Why a patient is stuck, the most urgent reason first. */
export const STUCK_REASONS = ['closing', 'resting', 'missed'] as const;
export type StuckReason = (typeof STUCK_REASONS)[number];

/**
 * A patient whom a word might help. `days` are those left, today included (`closing`), or those since the last answer
 * (`resting`); `missed` counts the measurement points in a row.
 */
export type StuckPatient = { readonly id: string; readonly code: string; readonly label: string } & (
  | { readonly reason: 'closing' | 'resting'; readonly days: number }
  | { readonly reason: 'missed'; readonly missed: number }
);

export type ResponseMonitor = {
  readonly tallies: Readonly<Record<WindowType, WindowTally>>;
  /** By urgency, then by code. */
  readonly stuck: readonly StuckPatient[];
};

/** Counts the windows of these patients and finds those who are stuck, as of a day in a time zone. */
export function monitorResponses(
  patients: readonly MonitoredPatient[],
  today: IsoDate,
  timeZone: string,
): ResponseMonitor {
  const tallies = emptyTallies();
  const stuck: StuckPatient[] = [];
  for (const patient of patients) {
    const states = windowStates(patient, today, timeZone);
    for (const state of states) count(tallies[state.window.type], state, today);
    const reason = hasWithdrawn(patient) ? undefined : stuckReason(patient, states, today);
    if (reason) stuck.push(reason);
  }
  return { tallies, stuck: stuck.sort(byUrgency) };
}

function hasWithdrawn({ consent }: MonitoredPatient): boolean {
  return consent?.state === 'withdrawn';
}

/** The windows of all types together. */
export function totalTally(tallies: ResponseMonitor['tallies']): WindowTally {
  return Object.values(tallies).reduce((sum, tally) => ({
    open: sum.open + tally.open,
    overdue: sum.overdue + tally.overdue,
    done: sum.done + tally.done,
    expired: sum.expired + tally.expired,
  }));
}

/** The share of windows that were answered in time among those that are over, 0 to 1; undefined while none is. */
export function responseRate({ done, expired }: WindowTally): number | undefined {
  return done + expired === 0 ? undefined : done / (done + expired);
}

type MutableTally = { -readonly [Key in keyof WindowTally]: number };

function emptyTallies(): Record<WindowType, MutableTally> {
  const entries = WINDOW_TYPES.map((type) => [type, { open: 0, overdue: 0, done: 0, expired: 0 }] as const);
  // Made from the list of all types itself.
  return Object.fromEntries(entries) as Record<WindowType, MutableTally>;
}

type WindowState = {
  window: MonitoredWindow;
  place: 'current' | 'completed' | 'planned';
  isFinished: boolean;
  /** The day of the last answer, where something was answered. */
  lastAnswer: IsoDate | undefined;
};

function windowStates(patient: MonitoredPatient, today: IsoDate, timeZone: string): WindowState[] {
  const { survey_time_windows, survey_statuses } = patient;
  // The day of a moment is costly; there are as many sessions as windows, but each would be compared with each.
  const sessions = survey_statuses.map((session) => ({
    ...session,
    day: todayIn(timeZone, Date.parse(session.update_time)),
  }));
  const states = survey_time_windows.map((window) => {
    const own = sessions.filter(
      ({ stw_type, day }) => stw_type === window.type && window.start <= day && day <= window.end,
    );
    return {
      window,
      place: timeWindowStatus(window, today),
      isFinished: own.some(({ finished }) => finished),
      lastAnswer: own
        .map(({ day }) => day)
        .sort()
        .at(-1),
    };
  });
  // What was not answered before a withdrawal may count as missed; nobody was asked after it.
  const { since } = patient.consent ?? { since: null };
  if (!hasWithdrawn(patient) || since === null) return states;
  const last = todayIn(timeZone, Date.parse(since));
  return states.filter(({ isFinished, window }) => isFinished || window.end < last);
}

function count(tally: MutableTally, state: WindowState, today: IsoDate): void {
  if (state.isFinished) tally.done += 1;
  else if (state.place === 'completed') tally.expired += 1;
  else if (state.place === 'current') {
    tally.open += 1;
    if (isOverdue(state, today)) tally.overdue += 1;
  }
}

function isOverdue({ window }: WindowState, today: IsoDate): boolean {
  return daysBetween(window.start, today) >= OVERDUE_DAYS;
}

function stuckReason(
  { id, code }: MonitoredPatient,
  states: readonly WindowState[],
  today: IsoDate,
): StuckPatient | undefined {
  const open = states.find(({ place, isFinished }) => place === 'current' && !isFinished);
  if (open) {
    const { label, end } = open.window;
    const left = daysBetween(today, end) + 1;
    if (isOverdue(open, today) && left <= CLOSING_DAYS)
      return { id, code, label, reason: 'closing', days: left };
    const resting = open.lastAnswer === undefined ? 0 : daysBetween(open.lastAnswer, today);
    if (resting >= RESTING_DAYS) return { id, code, label, reason: 'resting', days: resting };
  }
  return missedReason(id, code, states);
}

// Only where something is still to come: whom to remind of nothing?
function missedReason(id: string, code: string, states: readonly WindowState[]): StuckPatient | undefined {
  if (states.every(({ place }) => place === 'completed')) return undefined;
  if (states.some(({ place, isFinished, lastAnswer }) => place === 'current' && (isFinished || lastAnswer)))
    return undefined;
  const past = states.filter(({ place }) => place === 'completed');
  const lastDone = past.findLastIndex(({ isFinished }) => isFinished);
  const missed = past.length - 1 - lastDone;
  const label = past.at(-1)?.window.label;
  if (missed < MISSED_IN_A_ROW || label === undefined) return undefined;
  return { id, code, label, reason: 'missed', missed };
}

function byUrgency(a: StuckPatient, b: StuckPatient): number {
  const rank = STUCK_REASONS.indexOf(a.reason) - STUCK_REASONS.indexOf(b.reason);
  if (rank !== 0) return rank;
  if (a.code === b.code) return 0;
  return a.code < b.code ? -1 : 1;
}
