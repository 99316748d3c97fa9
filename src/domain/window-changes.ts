import { addDays } from './dates.ts';
import type { IsoDate } from './iso-date.ts';
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
  const wanted = planned
    .filter((window) => !staying.some((other) => isSame(other, window)))
    .flatMap((window) => behind(staying, window))
    .filter(({ end }) => end >= today);
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

/** The rest of a window after those that it overlaps, or nothing. */
function behind(staying: readonly SurveyWindow[], window: SurveyWindow): SurveyWindow[] {
  let { start } = window;
  for (const other of staying)
    if (start <= other.end && window.end >= other.start) start = addDays(other.end, 1);
  return start <= window.end ? [{ ...window, start }] : [];
}
