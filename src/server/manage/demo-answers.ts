import { createHash } from 'node:crypto';
import type { Answer, SurveyItem } from '../../contract/surveys.ts';
import type { InstrumentItem } from '../../domain/instrument-schema.ts';

/** A made-up person: how strained (theta), and a name that makes the answers the same every time. */
export type Person = { name: string; theta: number };

/** What the person answers to an item: by the model where it has parameters, else plausibly and always the same. */
export function answerOf(person: Person, item: SurveyItem, parameters: InstrumentItem | undefined): Answer {
  const u = uniform(`${person.name}|${item.id}`);
  const given = { id: item.id, time_taken: Math.round(2000 + 6000 * u) / 1000, optionalQuestion: false };
  const { response_options: options, type } = item;
  if (options.length === 0) return { ...given, ...typed(type, u) };
  const category = gradedCategory(parameters, person.theta, u) ?? likely(person.theta, options.length, u);
  const option = options[category];
  if (!option) return { ...given, value: '', label: '' };
  const { value, label } = option;
  return type === 'QUESTION_CHECKBOX'
    ? { ...given, value: [value], label: [label] }
    : { ...given, value, label };
}

function typed(type: string, u: number): Pick<Answer, 'value' | 'label'> {
  const value = typedValues[type]?.(u) ?? '';
  return { value, label: value };
}

const typedValues: Record<string, (u: number) => string> = {
  QUESTION_RANGE_INDICATOR: (u) => String(45 + Math.floor(u * 40)),
  QUESTION_INTEGER: (u) => String(1 + Math.floor(u * 4)),
  QUESTION_DOUBLE_POSITIVE: (u) => `${1 + Math.floor(u * 9)},5`,
  QUESTION_DATE: () => '2026-02-28',
  QUESTION_TEXT: () => 'keine Angabe',
  QUESTION_TEXT_AREA: () => 'keine Angabe',
};

// Around the middle, with a spread: fixed forms have no model to draw from.
function likely(theta: number, count: number, u: number): number {
  const centre = (count - 1) * (0.5 + 0.12 * Math.tanh(theta));
  return Math.min(count - 1, Math.max(0, Math.round(centre + (u - 0.5) * (count - 1) * 0.7)));
}

/** A number from 0 to 1 that belongs to the text. */
function uniform(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}

// The category under the graded response model for the uniform number u.
function gradedCategory(item: InstrumentItem | undefined, theta: number, u: number): number | undefined {
  if (item?.a === undefined || item.b === undefined) return undefined;
  const { a, b } = item;
  return b.filter((threshold) => 1 / (1 + Math.exp(-a * (theta - threshold))) > u).length;
}
