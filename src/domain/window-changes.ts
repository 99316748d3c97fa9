import { addDays } from './day-count.ts';
import { compareIsoDates, type IsoDate } from './iso-date.ts';
import type { SurveyWindow } from './windows.ts';

/** A window as it is stored. It is begun when its survey has a page, or was finished. */
export type StoredWindow = SurveyWindow & { readonly isBegun: boolean };

/** How the windows of a patient differ from those of another protocol. */
export type WindowChanges = {
  readonly added: readonly SurveyWindow[];
  /** They keep their place in the therapy and get other days or another label. */
  readonly moved: readonly SurveyWindow[];
  readonly closed: readonly SurveyWindow[];
};

/**
 * The changes that bring the windows of a patient to those of a protocol. A window that has ended or is begun stays as it is,
 * because its answers belong to it. No window is added to the past, and none overlaps one that stays.
 */
export function windowChanges(
  stored: readonly StoredWindow[],
  planned: readonly SurveyWindow[],
  today: IsoDate,
): WindowChanges {
  const staying = stored.filter(({ isBegun, end }) => isBegun || end < today);
  const open = stored.filter((window) => !staying.includes(window));
  const wanted = placedAround(staying, planned).filter(({ end }) => end >= today);
  const before = (window: SurveyWindow) => open.find((other) => isSame(other, window));
  return {
    added: wanted.filter((window) => !before(window)),
    moved: wanted.filter((window) => {
      const other = before(window);
      return other !== undefined && !isEqual(other, window);
    }),
    closed: open.filter((window) => !wanted.some((other) => isSame(other, window))),
  };
}

const isSame = (one: SurveyWindow, other: SurveyWindow) =>
  one.type === other.type && one.ordinal === other.ordinal;

const isEqual = (one: SurveyWindow, other: SurveyWindow) =>
  one.start === other.start && one.end === other.end && one.label === other.label;

/** The days that a begun survey leaves to the window of the end of therapy. */
const LEAST_DAYS_OF_POST = 13;

/** The planned windows that are not among those that stay, in order, each behind what it would overlap. */
function placedAround(
  staying: readonly SurveyWindow[],
  planned: readonly SurveyWindow[],
): readonly SurveyWindow[] {
  const placed: SurveyWindow[] = [];
  for (const window of planned)
    if (!staying.some((other) => isSame(other, window)))
      placed.push(...behind([...staying, ...placed], window));
  return placed;
}

/**
 * The rest of a window after those that it overlaps, or nothing. The window of the end of therapy is never dropped: where no
 * day is left it gets new ones (product 10.4).
 */
function behind(staying: readonly SurveyWindow[], window: SurveyWindow): SurveyWindow[] {
  let { start, end } = window;
  for (const other of staying.toSorted(byStart)) {
    if (start > other.end || end < other.start) continue;
    start = addDays(other.end, 1);
    if (window.type === 'POST' && start > window.end) end = addDays(start, LEAST_DAYS_OF_POST - 1);
  }
  return start <= end ? [{ ...window, start, end }] : [];
}

const byStart = (one: SurveyWindow, other: SurveyWindow) => compareIsoDates(one.start, other.start);

const later = (one: IsoDate, other: IsoDate) => (one > other ? one : other);
const earlier = (one: IsoDate, other: IsoDate) => (one < other ? one : other);

/** A stored window with its survey, if it has a page. `answered` is the day of the last answer. */
export type AnsweredWindow = SurveyWindow & {
  readonly survey: { readonly isFinished: boolean; readonly answered: IsoDate } | undefined;
};

/**
 * The windows of a patient after a new discharge, in order (product 10.4). `planned` follows from the new dates. A window with
 * answers is a fact and not a plan: with a finished survey it ends on the day of the last answer; with a begun one it keeps
 * its end, but leaves the window of the end of therapy 13 days. Only the windows without answers follow the plan.
 */
export function windowsAfterDischarge(
  stored: readonly AnsweredWindow[],
  planned: readonly SurveyWindow[],
): readonly SurveyWindow[] {
  const facts = stored.filter(({ survey }) => survey !== undefined);
  const answered = facts.map(({ survey, ...window }) => ({
    ...window,
    end: survey?.isFinished ? survey.answered : endOfBegun({ ...window, survey }, facts, planned),
  }));
  return [...answered, ...placedAround(answered, planned)].toSorted(byStart);
}

/** `facts`: the windows with answers. */
function endOfBegun(
  window: AnsweredWindow,
  facts: readonly AnsweredWindow[],
  planned: readonly SurveyWindow[],
): IsoDate {
  const own = planned.find((other) => isSame(other, window) && other.start === window.start);
  const next = facts.filter(({ start }) => start > window.start).toSorted(byStart)[0];
  // An earlier discharge may have shortened the window, so it gets its end back.
  const restored = own ? later(window.end, own.end) : window.end;
  const end = next ? earlier(restored, addDays(next.start, -1)) : restored;
  const post = facts.some(({ type }) => type === 'POST')
    ? undefined
    : planned.find(({ type }) => type === 'POST');
  if (!post || !isBefore(window, post)) return end;
  return earlier(end, later(window.survey?.answered ?? end, addDays(post.end, -LEAST_DAYS_OF_POST)));
}

/** Is the window one of the therapy, and does it begin before the window of the end of therapy is over? */
function isBefore({ type, start }: SurveyWindow, post: SurveyWindow): boolean {
  return (type === 'PRE' || type === 'INTERMEDIATE') && start <= post.end;
}
