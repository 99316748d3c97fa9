import type { Answer } from './answer-types.ts';
import { compareLevels, type CrisisLevel } from './crisis.ts';
import { instrumentItems } from './instrument-items.ts';
import type { Instrument } from './instrument-schema.ts';

// Which answers show danger: the crisis rules of the instrument files, applied (product 19.1).

/** An answer that shows danger, with the words of its instrument. */
export type CrisisAnswer = {
  readonly instrument_id: string;
  readonly instrument_version: string;
  readonly item_id: string;
  readonly level: CrisisLevel;
  readonly value: number;
  readonly label: string;
  /** What the clinician reads. */
  readonly clinician: string;
};

/** The answers that fit a crisis rule, in the order of the instruments and rules; of each item only its gravest rule. */
export function crisisAnswers(
  instruments: readonly Instrument[],
  answers: readonly Pick<Answer, 'id' | 'value'>[],
): readonly CrisisAnswer[] {
  return instruments.flatMap((instrument) =>
    ruledItems(instrument).flatMap((id) => crisisAnswer(instrument, id, answers) ?? []),
  );
}

function ruledItems({ crisis }: Instrument): readonly string[] {
  return [...new Set(crisis.map(({ item }) => item))];
}

function crisisAnswer(
  instrument: Instrument,
  id: string,
  answers: readonly Pick<Answer, 'id' | 'value'>[],
): CrisisAnswer | undefined {
  const value = answers.find((answer) => answer.id === id)?.value;
  if (typeof value !== 'number') return undefined;
  const [rule] = instrument.crisis
    .filter(({ item, at_least: limit }) => item === id && value >= limit)
    .sort((a, b) => compareLevels(a.level, b.level) || b.at_least - a.at_least);
  if (!rule) return undefined;
  // The words come from the instrument, because the label of an answer is not always stored.
  const options = instrumentItems(instrument).find((item) => item.id === id)?.options ?? [];
  return {
    instrument_id: instrument.id,
    instrument_version: instrument.version,
    item_id: id,
    level: rule.level,
    value,
    label: options.find((option) => option.value === value)?.label ?? String(value),
    clinician: rule.clinician,
  };
}
