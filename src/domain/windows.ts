import { addDays, addMonths, daysBetween } from './day-count.ts';
import type { IsoDate } from './iso-date.ts';
import type { WindowType } from './window-types.ts';
import { measurementPointLabel, protocolWindow, type Protocol, type ProtocolWindow } from './protocol.ts';

/**
 * The time in which a patient is asked (`stw` on the wire), both days included. `ordinal` counts the windows of one type
 * from 1. Only INTERMEDIATE has more than one.
 */
export type SurveyWindow = {
  readonly type: WindowType;
  readonly ordinal: number;
  readonly start: IsoDate;
  readonly end: IsoDate;
  readonly label: string;
};

/**
 * The days in which a repeated window may begin, seen from today. Therapies have no length that a program may rely on, and
 * people type dates such as 2099 or 1926: without limits each of these patients would have hundreds of windows (record 273).
 */
export function repeatedRange(today: IsoDate): { readonly start: IsoDate; readonly end: IsoDate } {
  return { start: addMonths(today, -12 * 20), end: addMonths(today, 12 * 2) };
}

/**
 * The survey windows of a patient by protocol, admission and discharge (product 10.3). They are in the order of the
 * calendar and never overlap. `discharge` is null while the end of the therapy is open: then no window after the therapy is
 * planned. Repeated windows begin at most two years after `today`; a job adds the next ones.
 * Throws a RangeError if a date does not exist or a window would lie beyond the year 9999.
 */
export function surveyWindows(
  protocol: Protocol,
  admission: IsoDate,
  discharge: IsoDate | null,
  today: IsoDate,
): readonly SurveyWindow[] {
  const planned = protocol.windows.flatMap((window) => {
    if (window.type === 'INTERMEDIATE') {
      const therapyEnd = discharge === null ? null : startAfterTherapy(protocol, discharge);
      return repeatedWindows(window, admission, therapyEnd, today);
    }
    const anchor = window.anchor === 'admission' ? admission : discharge;
    return anchor === null ? [] : [windowFrom(window, anchor, 1)];
  });
  return withoutOverlaps(planned);
}

/** The repeated windows in `repeatedRange` that end before the window of the end of therapy. */
function repeatedWindows(
  window: ProtocolWindow,
  admission: IsoDate,
  therapyEnd: IsoDate | null,
  today: IsoDate,
): SurveyWindow[] {
  const range = repeatedRange(today);
  const windows: SurveyWindow[] = [];
  for (let ordinal = firstOrdinal(window, admission, range.start); ; ordinal++) {
    const next = windowFrom(window, admission, ordinal);
    if (next.start > range.end || (therapyEnd !== null && next.end >= therapyEnd)) return windows;
    if (next.start >= range.start) windows.push(next);
  }
}

// Skips what lies before the range. A month is counted with 31 days, so the first window in the range is never skipped.
function firstOrdinal(window: ProtocolWindow, admission: IsoDate, start: IsoDate): number {
  const days = 31 * (window.repeat_every_months ?? 0) + 7 * (window.repeat_every_weeks ?? 0);
  return Math.max(1, Math.floor(daysBetween(windowFrom(window, admission, 1).start, start) / days));
}

// A protocol without POST still has no course measurement after the discharge.
function startAfterTherapy(protocol: Protocol, discharge: IsoDate): IsoDate {
  const post = protocolWindow(protocol, 'POST');
  return post ? windowFrom(post, discharge, 1).start : discharge;
}

function windowFrom(window: ProtocolWindow, anchor: IsoDate, ordinal: number): SurveyWindow {
  // Months are added to the anchor and not to the window before, because clamping to the end of a month would add up.
  const months = window.offset.months + (window.repeat_every_months ?? 0) * (ordinal - 1);
  const days = window.offset.days + 7 * (window.repeat_every_weeks ?? 0) * (ordinal - 1);
  const start = addDays(addMonths(anchor, months), days);
  return {
    type: window.type,
    ordinal,
    start,
    end: addDays(start, window.length_days - 1),
    label: measurementPointLabel(window, ordinal),
  };
}

/**
 * A window that would start inside an earlier measurement point starts the day after it, and is dropped if no day is left.
 * The order of the measurement points decides and not the date: if the discharge is days after the admission, POST would
 * start before PRE, and POST is shortened.
 */
function withoutOverlaps(planned: readonly SurveyWindow[]): SurveyWindow[] {
  const kept: SurveyWindow[] = [];
  for (const window of planned) {
    const before = kept.at(-1);
    const start = before && window.start <= before.end ? addDays(before.end, 1) : window.start;
    if (start <= window.end) kept.push({ ...window, start });
  }
  return kept;
}
