import type { Instrument } from '../../domain/instrument-schema.ts';
import type { SurveyPage } from '../../domain/survey-flow.ts';
import { readersText } from '../../text/survey.ts';

/** The texts of a page. Where its instrument states who sees the single answers, the patient reads it there. */
export function withReaders(
  dimension: SurveyPage['dimension'],
  instruments: readonly Instrument[],
): SurveyPage['dimension'] {
  const own = instruments.find(({ dimensions }) => dimensions.some(({ id }) => id === dimension.id));
  if (own?.answers_shown === undefined) return dimension;
  const told = readersText[own.answers_shown];
  return { ...dimension, paragraph: [dimension.paragraph, told].filter(Boolean).join(' ') };
}
