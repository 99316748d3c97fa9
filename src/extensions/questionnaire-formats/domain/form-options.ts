import type { InstrumentItem, InstrumentOption } from '../../../domain/instrument-schema.ts';

/** An answer as a form lists it: the code that is stored, and its words. */
export type Choice = { readonly code: string; readonly label: string };

const NUMBER = /^-?(?:0|[1-9]\d*)(?:[.,]\d+)?$/;

/** The number that a person wrote with comma or point. */
export function numberIn(text: string): number | undefined {
  return NUMBER.test(text.trim()) ? Number(text.trim().replace(',', '.')) : undefined;
}

/** Options of an item. Their values are numbers if all codes are numbers, because only then they can be scored. */
export function optionsOf(choices: readonly Choice[]): readonly InstrumentOption[] {
  const numbers = choices.map(({ code }) => numberIn(code));
  const areNumbers = numbers.every((one) => one !== undefined);
  return choices.map(({ code, label }, index) => ({
    id: `answer-${index + 1}`,
    label,
    value: (areNumbers ? numbers[index] : undefined) ?? code,
  }));
}

export type Answers = Pick<InstrumentItem, 'type' | 'options' | 'min' | 'max'>;

/** Words that the other programs show by themselves. */
export type AnswerWords = {
  readonly yes: string;
  readonly no: string;
  readonly true: string;
  readonly false: string;
};

/** Two answers, of which the first counts 1. */
export function pair(yes: string, no: string): Answers {
  const choices = [
    { code: '1', label: yes },
    { code: '0', label: no },
  ];
  return { type: 'QUESTION_HORIZONTAL_RADIO', options: optionsOf(choices) };
}
