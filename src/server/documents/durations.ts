import { minutesLeft } from '../../domain/survey-time.ts';
import { WINDOW_TYPES, type WindowType } from '../../domain/window-types.ts';
import type { ProtocolWindow } from '../../domain/protocol.ts';
import {
  afterEndText,
  anyDurationText,
  documentText,
  everyText,
  firstDaysText,
} from '../../text/documents.ts';
import { wholeDurationText } from '../../text/duration.ts';
import type { Services } from '../services.ts';
import { planInForce } from '../surveys/survey-session.ts';

/** When a survey takes place, and the minutes of the whole survey, by window. */
export type Durations = ReadonlyMap<WindowType, { readonly window: When; readonly minutes: number }>;
type When = Pick<ProtocolWindow, 'length_days' | 'offset' | 'repeat_every_weeks' | 'repeat_every_months'>;

/** How long each survey of the protocol takes, by the same page times as on the home of a patient whose clinic has measured none. */
export function surveyDurations(registry: Services['registry']): Durations {
  return new Map(
    registry.protocol.windows.map((window) => [
      window.type,
      { window, minutes: minutesLeft(planInForce(registry, window.type), [], [], new Map()) },
    ]),
  );
}

/**
 * Puts times and durations in their places, so that no document has any of its own: `{dauer PRE}`, or `{dauer}` for all surveys,
 * and `{wann PRE}`, `{wann INTERMEDIATE}` and `{wann FOLLOW_UP}`.
 */
export function withDurations(text: string, durations: Durations): string {
  const ofWindow = WINDOW_TYPES.reduce((filled, type) => {
    const minutes = durations.get(type)?.minutes;
    return filled.replaceAll(
      `{dauer ${type}}`,
      minutes === undefined ? documentText.noSurvey : wholeDurationText(minutes),
    );
  }, text);
  const times = [
    ['{wann PRE}', firstDays(durations)],
    ['{wann INTERMEDIATE}', every(durations)],
    ['{wann FOLLOW_UP}', followUps(durations)],
  ] as const;
  const minutes = [...durations.values()].map((one) => one.minutes);
  return times
    .reduce((filled, [place, words]) => filled.replaceAll(place, words ?? documentText.noSurvey), ofWindow)
    .replaceAll('{dauer}', anyDurationText(minutes));
}

function firstDays(durations: Durations): string | undefined {
  const window = durations.get('PRE')?.window;
  return window && firstDaysText(window.length_days);
}

function every(durations: Durations): string | undefined {
  const { repeat_every_weeks: weeks, repeat_every_months: months } =
    durations.get('INTERMEDIATE')?.window ?? {};
  if (weeks !== undefined) return everyText(weeks, 'week');
  return months === undefined ? undefined : everyText(months, 'month');
}

function followUps(durations: Durations): string | undefined {
  const windows = [...durations].filter(([type]) => type.startsWith('FOLLOW_UP'));
  return windows.length === 0
    ? undefined
    : afterEndText(windows.map(([, { window }]) => window.offset.months));
}
