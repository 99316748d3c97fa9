import { createHash } from 'node:crypto';
import type { SurveyItem } from '../../contract/surveys.ts';
import type { Answer } from '../../domain/answer-types.ts';
import type { Instrument, InstrumentItem, Scale } from '../../domain/instrument-schema.ts';

/** An invented person: the strain (theta), and a name that makes the answers repeatable. */
export type Person = { name: string; theta: number };

/** An item's parameters, and how strain shows in its answers. */
export type ItemKnowledge = { item: InstrumentItem; strain: Strain };

/** Strained people answer higher, lower, or like others. `rare`: only very strained people answer high. */
type Strain = 'higher' | 'lower' | 'rare' | 'neither';

/** Every item of the instruments with its parameters. */
export function knowItems(instruments: readonly Instrument[]): ReadonlyMap<string, ItemKnowledge> {
  return new Map(
    instruments.flatMap((instrument) =>
      instrument.dimensions.flatMap(({ items }) =>
        items.map((item) => [item.id, { item, strain: strainOf(instrument, item.id) }] as const),
      ),
    ),
  );
}

function strainOf({ crisis, scales }: Instrument, id: string): Strain {
  if (crisis.some(({ item }) => item === id)) return 'rare';
  const scale = scales.find((one) => itemsOf(one).includes(id));
  if (!scale) return 'neither';
  // The items of an index describe what is lost. Its value is what remains.
  const isHigher = scale.method === 'index' || scale.direction === 'high_is_worse';
  const isReversed = 'reversed' in scale && scale.reversed.includes(id);
  return isHigher === isReversed ? 'lower' : 'higher';
}

function itemsOf(scale: Scale): readonly string[] {
  if (scale.method === 'value') return [scale.item];
  return 'items' in scale ? scale.items : [];
}

/** The person's answer to an item: by the model if there are parameters, else plausible and repeatable. */
export function answerOf(person: Person, item: SurveyItem, known: ItemKnowledge | undefined): Answer {
  const u = uniform(`${person.name}|${item.id}`);
  const level = levelOf(person.theta, known?.strain ?? 'neither', u);
  const given = { id: item.id, time_taken: Math.round(2000 + 6000 * u) / 1000, optionalQuestion: false };
  const { type } = item;
  const options = item.response_options.toSorted((one, other) => Number(one.value) - Number(other.value));
  const typedValue = typedValues[type]?.(level);
  if (typedValue !== undefined) return { ...given, value: typedValue, label: typedValue };
  const category = gradedCategory(known?.item, person.theta, u) ?? Math.round(level * (options.length - 1));
  const option = options[category];
  if (!option) return { ...given, value: '', label: '' };
  const { value, label } = option;
  return type === 'QUESTION_CHECKBOX'
    ? { ...given, value: [value], label: [label] }
    : { ...given, value, label };
}

const typedValues: Record<string, (level: number) => string> = {
  QUESTION_RANGE_INDICATOR: (level) => String(Math.round(level * 100)),
  QUESTION_INTEGER: (level) => String(1 + Math.floor(level * 3)),
  QUESTION_DOUBLE_POSITIVE: (level) => `${1 + Math.floor(level * 9)},5`,
  QUESTION_DATE: () => '2026-02-28',
  QUESTION_TEXT: () => 'keine Angabe',
  QUESTION_TEXT_AREA: () => 'keine Angabe',
};

const SPREAD = 0.3;

/** The height of an answer from 0 to 1, for fixed forms, which have no model. */
function levelOf(theta: number, strain: Strain, u: number): number {
  if (strain === 'neither') return u;
  const centre = 0.5 + 0.35 * Math.tanh(strain === 'rare' ? theta - 3 : theta);
  const level = (strain === 'lower' ? 1 - centre : centre) + (u - 0.5) * SPREAD;
  return Math.min(1, Math.max(0, level));
}

/** A number from 0 to 1 that the text determines. */
function uniform(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}

// The category under the graded response model for a uniform number u.
function gradedCategory(item: InstrumentItem | undefined, theta: number, u: number): number | undefined {
  if (item?.a === undefined || item.b === undefined) return undefined;
  const { a, b } = item;
  return b.filter((threshold) => 1 / (1 + Math.exp(-a * (theta - threshold))) > u).length;
}
