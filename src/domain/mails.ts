import { addDays, daysBetween, hourOfDay } from './dates.ts';
import { todayIn } from './today.ts';
import type { AddressKind } from './answer-types.ts';
import type { IsoDate } from './iso-date.ts';
import { timeWindowStatus } from './statuses.ts';
import type { WindowType } from './window-types.ts';

// The mails that are due (product 15.2): one invitation when a window opens, one reminder if the survey stays unfinished.

export type MailKind = 'invitation' | 'reminder';

/** A survey window with the facts that decide about its mails. Moments are ISO texts with Z; null if it did not happen. */
export type MailWindow = {
  readonly type: WindowType;
  readonly ordinal: number;
  readonly start: IsoDate;
  readonly end: IsoDate;
  readonly survey_started_at: string | null;
  readonly survey_finished: boolean;
  /** When the patient gave the address for this kind of window; null if there is none. */
  readonly address_left_at: string | null;
  readonly consent_withdrawn: boolean;
  readonly invitation_planned: boolean;
  /** The day on which the invitation was sent; null before that. */
  readonly invited_on: IsoDate | null;
  readonly reminder_planned: boolean;
};

export type DueMail = Pick<MailWindow, 'type' | 'ordinal'> & { readonly kind: MailKind };

/** An address that is not confirmed within this number of days is erased, and its link ends. */
export const CONFIRMATION_DAYS = 14;

/** The reminder follows this number of days after the invitation. */
export const REMINDER_DAYS = 7;

const addressKinds = {
  PRE: 'PRE',
  INTERMEDIATE: 'INTERMEDIATE',
  POST: 'POST',
  FOLLOW_UP_1: 'FOLLOW_UP',
  FOLLOW_UP_2: 'FOLLOW_UP',
  FOLLOW_UP_3: 'FOLLOW_UP',
} as const satisfies Record<WindowType, AddressKind>;

/** The kind of address that is used for a window of this type. */
export function addressKindOf(type: WindowType): AddressKind {
  return addressKinds[type];
}

/** The mails of a patient that are due today and not planned yet. */
export function mailsDue(windows: readonly MailWindow[], today: IsoDate): readonly DueMail[] {
  return windows.flatMap((window) => {
    const kind = mailWanted(window, today) ? nextMail(window, today) : null;
    return kind === null ? [] : [{ type: window.type, ordinal: window.ordinal, kind }];
  });
}

/** Says whether a mail about this window may go out today. It is checked when the mail is planned and when it is sent. */
export function mailWanted(window: MailWindow, today: IsoDate): boolean {
  if (timeWindowStatus(window, today) !== 'current') return false;
  return !window.survey_finished && !window.consent_withdrawn && isAddressForThis(window);
}

// An address from the survey of this same window is for later windows: the patient already answers this survey.
function isAddressForThis({ address_left_at: left, survey_started_at: started }: MailWindow): boolean {
  return left !== null && (started === null || started > left);
}

function nextMail(window: MailWindow, today: IsoDate): MailKind | null {
  if (!window.invitation_planned) return 'invitation';
  if (window.reminder_planned || window.invited_on === null) return null;
  return daysBetween(window.invited_on, today) >= REMINDER_DAYS ? 'reminder' : null;
}

const MINUTE_MS = 60_000;
const FIRST_HOUR = 8;
const SHORTEST_WAIT_MS = 5 * MINUTE_MS;

/** The moment from which the mails of a day are sent, in epoch milliseconds. It is not midnight, to disturb no patient. */
export function firstMailMoment(today: IsoDate, timeZone: string): number {
  return hourOfDay(today, FIRST_HOUR, timeZone);
}

const LAST_HOUR = 22;

/** The moment, or the next 8:00 where it lies in the night: a mail that is late disturbs no patient either. */
export function outsideNight(moment: number, timeZone: string): number {
  const day = todayIn(timeZone, moment);
  if (moment < firstMailMoment(day, timeZone)) return firstMailMoment(day, timeZone);
  return moment < hourOfDay(day, LAST_HOUR, timeZone) ? moment : firstMailMoment(addDays(day, 1), timeZone);
}

/** The wait in milliseconds after this number of attempts (from 1) before the next: 5, 10, 20 … minutes, at most `longest`. */
export function retryDelay(attempts: number, longest: number): number {
  return Math.min(SHORTEST_WAIT_MS * 2 ** (attempts - 1), longest);
}
