import type { ConsentState } from './consent.ts';
import type { ConditionSeverity, WindowType } from './window-types.ts';
import { todayIn } from './today.ts';
import { DAY_MS, isWithin } from './iso-date.ts';
import type { IsoDate } from './iso-date.ts';

/**
 * The statuses of product 4, for server and browser. They are codes; the German words are in `text/`:
 *
 * | survey status         | shown as                       | result status  | shown as        |
 * |-----------------------|--------------------------------|----------------|-----------------|
 * | `expired`             | Abgelaufen                     | `expired`      | Abgelaufen      |
 * | `finished`            | Erledigt                       | `not_available`| Nicht Verfügbar |
 * | `pending_started`     | Ausstehend (begonnen)          | `UNKNOWN`      | Unbekannt       |
 * | `pending_not_started` | Ausstehend (Nicht begonnen)    | `LOW`          | Unauffällig     |
 * | `not_available`       | Nicht Verfügbar                | `MEDIUM`       | Auffällig       |
 * | `withdrawn`           | Einwilligung widerrufen        |                |                 |
 * | `error`               | Fehler                         | `HIGH`         | Kritisch        |
 * |                       |                                | `error`        | Fehler          |
 */
export const SURVEY_STATUSES = [
  'expired',
  'finished',
  'pending_started',
  'pending_not_started',
  'not_available',
  'withdrawn',
  'error',
] as const;
export type SurveyStatus = (typeof SURVEY_STATUSES)[number];

export const RESULT_STATUSES = [
  'expired',
  'not_available',
  'UNKNOWN',
  'LOW',
  'MEDIUM',
  'HIGH',
  'error',
] as const;
export type ResultStatus = (typeof RESULT_STATUSES)[number];

/** The place of a window as seen today: aktuell, abgelaufen, geplant. */
export const TIME_WINDOW_STATUSES = ['current', 'completed', 'planned'] as const;
export type TimeWindowStatus = (typeof TIME_WINDOW_STATUSES)[number];

/** Nicht verfügbar, Alle Reports gelesen, Ungelesener Report. */
export const REPORT_READ_SUMMARIES = ['not_available', 'all_read', 'unread'] as const;
export type ReportReadSummary = (typeof REPORT_READ_SUMMARIES)[number];

/** `created` is the moment of a patient's registration, ISO 8601 with Z. */
export type Registered = { readonly created: string };

export type DateRange = { readonly start: IsoDate; readonly end: IsoDate };
export type TypedRange = DateRange & { readonly type: WindowType };

/** The part of a survey session that decides to which window it belongs. `update_time` is a moment, ISO 8601 with Z. */
export type SessionPlace = { readonly stw_type: WindowType; readonly update_time: string };
export type SessionProgress = SessionPlace & { readonly finished: boolean };
export type SessionResult = { readonly finished: boolean; readonly condition_severity: ConditionSeverity };

/**
 * Was the window offered to the patient? One that ended before the registration was not: it has no status and is not counted
 * (product 10.3). Where a survey was taken in it all the same, callers show it.
 */
export function isOffered(window: DateRange, { created }: Registered, timeZone: string): boolean {
  // The calendar of a zone is slow. No zone is a day away from UTC, so it decides only near the end of a window.
  const [last, moment] = [Date.parse(window.end), Date.parse(created)];
  if (moment < last) return true;
  if (moment > last + 2 * DAY_MS) return false;
  return window.end >= todayIn(timeZone, moment);
}

/** The first day on which a patient can answer in a window: none is open before the registration. */
export function openSince({ start }: DateRange, { created }: Registered, timeZone: string): IsoDate {
  const registered = todayIn(timeZone, Date.parse(created));
  return start > registered ? start : registered;
}

/** Product 4, time window versus today: both ends belong to the window. */
export function timeWindowStatus(window: DateRange, today: IsoDate): TimeWindowStatus {
  if (window.end < today) return 'completed';
  return window.start > today ? 'planned' : 'current';
}

/** Product 4: the type is equal and the date of the last update, in the zone's calendar, lies in the window. */
export function belongsToWindow(session: SessionPlace, window: TypedRange, timeZone: string): boolean {
  if (session.stw_type !== window.type) return false;
  const moment = Date.parse(session.update_time);
  // The calendar of a zone is slow. No zone is a day away from UTC, so it decides only near the ends of a window.
  const [first, last] = [Date.parse(window.start), Date.parse(window.end)];
  if (moment < first - DAY_MS || moment >= last + 2 * DAY_MS) return false;
  if (moment >= first + DAY_MS && moment < last) return true;
  return isWithin(todayIn(timeZone, moment), window);
}

/**
 * The session of a window, if there is one. After a change of admission or discharge two sessions may lie in one window.
 * A finished session then counts before an unfinished one, and a later one before an earlier one.
 */
export function sessionOfWindow<Session extends SessionProgress>(
  sessions: readonly Session[],
  window: TypedRange,
  timeZone: string,
): Session | undefined {
  return sessions
    .filter((session) => belongsToWindow(session, window, timeZone))
    .reduce<Session | undefined>((best, next) => (best && !isBetter(next, best) ? best : next), undefined);
}

function isBetter(next: SessionProgress, best: SessionProgress): boolean {
  if (next.finished !== best.finished) return next.finished;
  return Date.parse(next.update_time) > Date.parse(best.update_time);
}

/**
 * Links sessions with windows: each window gets its session (`sessionOfWindow`). Every other session is detached: it is
 * stored and exported, but not shown as a result (product 10).
 */
export function linkSessions<Session extends SessionProgress, Window extends TypedRange>(
  sessions: readonly Session[],
  windows: readonly Window[],
  timeZone: string,
): {
  readonly links: readonly { readonly window: Window; readonly session: Session }[];
  readonly detached: Session[];
} {
  const links = windows.flatMap((window) => {
    const session = sessionOfWindow(sessions, window, timeZone);
    return session ? [{ window, session }] : [];
  });
  const linked = new Set(links.map(({ session }) => session));
  return { links, detached: sessions.filter((session) => !linked.has(session)) };
}

/**
 * Product 4, survey status per window; `session` is the session of the window (`sessionOfWindow`). After a withdrawal of the
 * study consent the patient can answer neither open nor planned surveys.
 */
export function surveyStatus(
  window: DateRange,
  session: { readonly finished: boolean } | undefined,
  today: IsoDate,
  consent?: ConsentState,
): SurveyStatus {
  if (session?.finished) return 'finished';
  const place = timeWindowStatus(window, today);
  if (place === 'completed') return 'expired';
  if (consent === 'withdrawn') return 'withdrawn';
  if (place === 'current') return session ? 'pending_started' : 'pending_not_started';
  // A planned window cannot have a session, so a clock or the data is wrong.
  return session ? 'error' : 'not_available';
}

const severities = {
  LOW: 'LOW',
  MEDIUM: 'MEDIUM',
  HIGH: 'HIGH',
  UNKNOWN: 'UNKNOWN',
} as const satisfies Record<ConditionSeverity, ResultStatus>;

/** Product 4, result status per window: the severity of a finished session, or the reason why there is none. */
export function resultStatus(
  window: DateRange,
  session: SessionResult | undefined,
  today: IsoDate,
): ResultStatus {
  const status = surveyStatus(window, session, today);
  if (status === 'expired' || status === 'error') return status;
  if (status !== 'finished' || !session) return 'not_available';
  // Older data or another sender may know a severity that this version does not.
  return Object.hasOwn(severities, session.condition_severity)
    ? severities[session.condition_severity]
    : 'error';
}

/** Product 4: the unread tag shows when the survey is finished and its report was not opened. */
export function isUnread(session: { readonly finished: boolean; readonly report_viewed: boolean }): boolean {
  return session.finished && !session.report_viewed;
}

/** Product 4: the result of a session can be opened when it is finished and has an id. */
export function hasResultLink(
  session: { readonly finished: boolean; readonly survey_session_id: string | null } | undefined,
): boolean {
  return session?.finished === true && Boolean(session.survey_session_id);
}

/** Product 4, "Reports gesehen" of a patient, without detached sessions. */
export function reportReadSummary(
  sessions: readonly { readonly finished: boolean; readonly report_viewed: boolean }[],
): ReportReadSummary {
  if (sessions.length === 0) return 'not_available';
  return sessions.some(isUnread) ? 'unread' : 'all_read';
}
