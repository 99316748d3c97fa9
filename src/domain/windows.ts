import { addDays, addMonths } from './dates.ts';
import type { WindowType } from './window-types.ts';
import type { IsoDate } from './iso-date.ts';
import { measurementPointLabel, protocolWindow } from './protocol.ts';
import type { Protocol, ProtocolWindow } from './protocol.ts';

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
 * The survey windows of a patient by protocol, admission and discharge (product 10.3). They are in the order of the
 * calendar and never overlap. While no discharge is known, no window after the therapy is planned, and the protocol's
 * `open_therapy_limit` limits the repeated windows.
 * Throws a RangeError if a date does not exist or a window would lie beyond the year 9999.
 */
export function surveyWindows(
  protocol: Protocol,
  admission: IsoDate,
  discharge: IsoDate | undefined,
): readonly SurveyWindow[] {
  const planned = protocol.windows.flatMap((window) => {
    if (window.type === 'INTERMEDIATE') return repeatedWindows(protocol, window, admission, discharge);
    const anchor = window.anchor === 'admission' ? admission : discharge;
    return anchor === undefined ? [] : [windowFrom(window, anchor, 1)];
  });
  return withoutOverlaps(planned);
}

/** The repeated windows that end before POST starts; without a discharge the number that the protocol allows. */
function repeatedWindows(
  protocol: Protocol,
  window: ProtocolWindow,
  admission: IsoDate,
  discharge: IsoDate | undefined,
): SurveyWindow[] {
  const therapyEnd = discharge === undefined ? undefined : startAfterTherapy(protocol, discharge);
  const windows: SurveyWindow[] = [];
  for (let ordinal = 1; ; ordinal++) {
    if (therapyEnd === undefined && ordinal > protocol.open_therapy_limit) return windows;
    const next = windowFrom(window, admission, ordinal);
    if (therapyEnd !== undefined && next.end >= therapyEnd) return windows;
    windows.push(next);
  }
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
