import { isOptional, type Answer, type OptionValue } from '../../../domain/answer-types.ts';
import { checkAnswer, limitsOf } from '../../../domain/answers.ts';
import { instrumentItems, isTScale } from '../../../domain/instrument-items.ts';
import type { Instrument, InstrumentItem } from '../../../domain/instrument-schema.ts';
import { scoreSession } from '../../../domain/scoring.ts';
import type { NormedPerson } from '../../../domain/scoring-classical.ts';
import type { ScaleScore } from '../../../domain/scoring-scales.ts';
import type { SurveyPlan } from '../../../domain/survey-plan.ts';

// Answers to a questionnaire alone, as if a patient had given them in a first survey.

/** A survey of this questionnaire alone. What other questionnaires say before it is not known, so it is asked. */
export function planOf(instrument: Instrument): SurveyPlan {
  const { show_if: _, ...alone } = instrument;
  return { seed: 'trial', protocol_version: '', instruments: [alone], context: { window_type: 'PRE' } };
}

type Value = OptionValue | readonly OptionValue[];

/** The answer with this value; undefined where the question does not take it. */
export function answerOf(item: InstrumentItem, value: Value): Answer | undefined {
  const { id, type, options, declinable, not_applicable } = item;
  const labels = new Map(options.map((option) => [option.value, option.label]));
  const labelOf = (one: OptionValue) => labels.get(one) ?? String(one);
  // The compiler does not see that an array that may be read only is an array.
  const label = typeof value === 'object' ? value.map(labelOf) : labelOf(value);
  const given = { id, label, value, time_taken: 0, optionalQuestion: isOptional(type) };
  const asked = { id, type, response_options: options, declinable, not_applicable, ...limitsOf(item) };
  const checked = checkAnswer(asked, given);
  return 'answer' in checked ? checked.answer : undefined;
}

/** An empty answer: the question was shown and left out. */
export const noAnswer = ({ id }: Pick<InstrumentItem, 'id'>): Answer => ({
  id,
  label: '',
  value: '',
  time_taken: 0,
  optionalQuestion: true,
});

export type Values = ReadonlyMap<string, Value>;

/** The answers with these values, without those that a question does not take. */
export function answersOf(instrument: Instrument, values: Values): readonly Answer[] {
  return instrumentItems(instrument).flatMap((item) => {
    const value = values.get(item.id);
    return value === undefined ? [] : (answerOf(item, value) ?? []);
  });
}

/** The scores of answers; null where the questionnaire cannot be scored from them. */
export function scoresOf(
  instrument: Instrument,
  answers: readonly Answer[],
  person: NormedPerson | null = null,
): readonly ScaleScore[] | null {
  try {
    return scoreSession(planOf(instrument), [{ number: 1, answers }], person).scales;
  } catch {
    // Answers to a test that it would not have asked for.
    return null;
  }
}

/** The score that is printed: in T where the scale is read in T. */
export function printedScore(instrument: Instrument, score: ScaleScore | undefined): number | null {
  const scale = instrument.scales.find(({ key }) => key === score?.scale);
  if (!scale || !score) return null;
  return isTScale(scale) ? score.t : score.raw;
}
