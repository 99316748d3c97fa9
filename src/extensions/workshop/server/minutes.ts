import type { Instrument } from '../../../domain/instrument-schema.ts';
import type { Protocol } from '../../../domain/protocol.ts';
import { minutesLeft, type PageSeconds, type TimedPlan } from '../../../domain/survey-time.ts';
import { planOf } from '../domain/trial.ts';

/** The usual minutes of a whole survey. A short one takes a minute, too. */
export const surveyMinutes = (plan: TimedPlan, measured: PageSeconds): number =>
  Math.max(1, minutesLeft(plan, [], [], measured));

/** The usual minutes of a questionnaire alone, under the protocol of a clinic: the same on every page. */
export const minutesAlone = (
  instrument: Instrument,
  { parts }: Pick<Protocol, 'parts'>,
  measured: PageSeconds,
): number => surveyMinutes({ ...planOf(instrument), parts }, measured);
