import { minutesLeft } from '../../domain/survey-time.ts';
import { WINDOW_TYPES, type WindowType } from '../../domain/window-types.ts';
import { anyDurationText, documentText } from '../../text/documents.ts';
import { wholeDurationText } from '../../text/duration.ts';
import type { Services } from '../services.ts';
import { planInForce } from '../surveys/survey-session.ts';

/** The minutes of a whole survey, by window. */
export type Durations = ReadonlyMap<WindowType, number>;

/** How long each survey of the protocol takes, by the same page times as on the home of a patient whose clinic has measured none. */
export function surveyDurations(registry: Services['registry']): Durations {
  return new Map(
    registry.protocol.windows.map(({ type }) => [
      type,
      minutesLeft(planInForce(registry, type), [], [], new Map()),
    ]),
  );
}

/** Puts the durations in their places, so that no document has minutes of its own: `{dauer PRE}`, or `{dauer}` for all surveys. */
export function withDurations(text: string, durations: Durations): string {
  const ofWindow = WINDOW_TYPES.reduce((filled, type) => {
    const minutes = durations.get(type);
    return filled.replaceAll(
      `{dauer ${type}}`,
      minutes === undefined ? documentText.noSurvey : wholeDurationText(minutes),
    );
  }, text);
  return ofWindow.replaceAll('{dauer}', anyDurationText([...durations.values()]));
}
