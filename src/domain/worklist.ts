import { daysBetween } from './day-count.ts';
import type { IsoDate } from './iso-date.ts';
import { isOverdue } from './response-monitor.ts';
import {
  isUnread,
  sessionOfWindow,
  timeWindowStatus,
  type Registered,
  type SessionProgress,
  type TypedRange,
} from './statuses.ts';
import type { SymptomChange } from './window-types.ts';

/** An open survey waits for the clinician when it closes within this number of days. */
const CLOSING_DAYS = 7;

/** What waits for a clinician, the most urgent first. */
export const WAITING = ['unread', 'worse', 'closing', 'overdue'] as const;
export type Waiting = (typeof WAITING)[number];

type ListedSession = SessionProgress & {
  readonly report_viewed: boolean;
  readonly symptom_change: SymptomChange | null;
};

/** A patient with the sessions that lie in a window. */
type AnsweringPatient = {
  readonly survey_time_windows: readonly TypedRange[];
  readonly survey_statuses: readonly SessionProgress[];
  readonly consent?: { readonly state: string } | undefined;
};

/** A patient of a clinician's list. */
export type ListedPatient = AnsweringPatient &
  Registered & {
    readonly survey_statuses: readonly ListedSession[];
  };

export type PatientWork = {
  /** A sign of an extension is open. */
  readonly hasSign: boolean;
  readonly waiting: ReadonlySet<Waiting>;
  /** The end of the newest survey whose report is unread, in milliseconds; null if there is none. */
  readonly unreadSince: number | null;
  /** Days until the open, unfinished survey closes, including today; null if there is none. */
  readonly daysLeft: number | null;
};

/**
 * What waits about a patient on a day in a time zone: an unread report, a reliable worsening at the newest measurement, an
 * open survey that closes soon or has been open to the patient for 7 days.
 */
export function patientWork(
  patient: ListedPatient,
  today: IsoDate,
  timeZone: string,
  hasSign = false,
): PatientWork {
  const newest = newestFinished(patient.survey_statuses);
  const unread = newestFinished(patient.survey_statuses.filter(isUnread));
  const open = openWindow(patient, today, timeZone);
  const daysLeft = open ? daysBetween(today, open.end) + 1 : null;
  const isWaiting: Record<Waiting, boolean> = {
    unread: unread !== undefined,
    worse: newest?.symptom_change === 'worse',
    closing: open !== undefined && daysLeft !== null && daysLeft <= closingDays(open),
    overdue: open !== undefined && isOverdue(open, patient, { today, timeZone }),
  };
  return {
    hasSign,
    waiting: new Set(WAITING.filter((reason) => isWaiting[reason])),
    unreadSince: unread ? Date.parse(unread.update_time) : null,
    daysLeft,
  };
}

/** A window of one week would close within 7 days from its first day on, so a short one counts in its second half. */
function closingDays({ start, end }: TypedRange): number {
  return Math.min(CLOSING_DAYS, (daysBetween(start, end) + 1) / 2);
}

/** The finished session that was finished last. */
export function newestFinished<Session extends SessionProgress>(
  sessions: readonly Session[],
): Session | undefined {
  return sessions
    .filter(({ finished }) => finished)
    .reduce<Session | undefined>(
      (best, next) => (best && best.update_time >= next.update_time ? best : next),
      undefined,
    );
}

/** Unread reports first, the newest of them in front, then worse patients, then those with a sign of an extension, then surveys by the days until they close. */
export function compareWork(a: PatientWork, b: PatientWork): number {
  return (
    (b.unreadSince ?? 0) - (a.unreadSince ?? 0) ||
    Number(b.waiting.has('worse')) - Number(a.waiting.has('worse')) ||
    Number(b.hasSign) - Number(a.hasSign) ||
    closingOf(a) - closingOf(b)
  );
}

function closingOf({ waiting, daysLeft }: PatientWork): number {
  return waiting.has('closing') && daysLeft !== null ? daysLeft : CLOSING_DAYS + 1;
}

/** Days until the open, unfinished survey of a patient closes, including today; null if there is none. */
export function daysUntilClosing(patient: AnsweringPatient, today: IsoDate, timeZone: string): number | null {
  const open = openWindow(patient, today, timeZone);
  return open ? daysBetween(today, open.end) + 1 : null;
}

function openWindow(
  { survey_time_windows, survey_statuses, consent }: AnsweringPatient,
  today: IsoDate,
  timeZone: string,
): TypedRange | undefined {
  if (consent?.state === 'withdrawn') return undefined;
  return survey_time_windows.find(
    (window) =>
      timeWindowStatus(window, today) === 'current' &&
      !sessionOfWindow(survey_statuses, window, timeZone)?.finished,
  );
}
