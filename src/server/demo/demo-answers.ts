import { createHash } from 'node:crypto';
import type { SurveyItem } from '../../contract/surveys.ts';
import type { Answer, OptionValue, ResponseOption } from '../../domain/answer-types.ts';
import { type Limits, MAX_INTEGER } from '../../domain/answers.ts';
import type { CrisisLevel } from '../../domain/crisis.ts';
import type { Instrument, InstrumentItem, Scale } from '../../domain/instrument-schema.ts';
import type { Protocol } from '../../domain/protocol.ts';

/** An invented person: the strain (theta), a danger that the answers show, and a name that makes them repeatable. */
export type Person = { name: string; theta: number; danger?: CrisisLevel };

/** An item's parameters, how strain shows in its answers, the rules for danger, and the answers that skip instruments. */
export type ItemKnowledge = {
  item: InstrumentItem;
  strain: Strain;
  crisis: Instrument['crisis'];
  avoided: readonly OptionValue[];
};

/** Strained people answer higher, lower, or like others. */
type Strain = 'higher' | 'lower' | 'neither';

/** Every item of the instruments with its parameters. */
export function knowItems(
  instruments: readonly Instrument[],
  { skips }: Pick<Protocol, 'skips'>,
): ReadonlyMap<string, ItemKnowledge> {
  return new Map(
    instruments.flatMap((instrument) =>
      instrument.dimensions.flatMap(({ items }) =>
        items.map((item) => [item.id, knowledgeOf(instrument, item, skips)] as const),
      ),
    ),
  );
}

function knowledgeOf(instrument: Instrument, item: InstrumentItem, skips: Protocol['skips']): ItemKnowledge {
  const crisis = instrument.crisis.filter((rule) => rule.item === item.id);
  const avoided = skips.filter((skip) => skip.item === item.id).map(({ value }) => value);
  return { item, strain: strainOf(instrument, item.id), crisis, avoided };
}

function strainOf({ scales }: Instrument, id: string): Strain {
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
  const options = offeredOptions(item, known);
  const typedValue = typedValues[type]?.(level, item);
  if (typedValue !== undefined) return { ...given, value: typedValue, label: typedValue };
  const category =
    // Everybody thinks of the same people in each survey, so that the demonstration shows courses.
    (known && known.avoided.length > 0 ? 0 : undefined) ??
    dangerCategory(known, person.danger, options) ??
    gradedCategory(known?.item, person.theta, u) ??
    Math.round(level * (options.length - 1));
  const option = options[category];
  if (!option) return { ...given, value: '', label: '' };
  const { value, label } = option;
  return type === 'QUESTION_CHECKBOX'
    ? { ...given, value: [value], label: [label] }
    : { ...given, value, label };
}

/** The options in the order of their values, without those that skip instruments unless all of them do. */
function offeredOptions({ response_options }: SurveyItem, known: ItemKnowledge | undefined) {
  const ordered = response_options.toSorted((one, other) => Number(one.value) - Number(other.value));
  const left = ordered.filter(({ value }) => !known?.avoided.includes(value));
  return left.length > 0 ? left : ordered;
}

const typedValues: Record<string, (level: number, limits: Limits) => string> = {
  QUESTION_RANGE_INDICATOR: (level, { min = 0, max = 100 }) => String(min + Math.round(level * (max - min))),
  QUESTION_INTEGER: (level, limits) => String(wholeNumber(level, limits)),
  QUESTION_DOUBLE_POSITIVE: (level) => `${1 + Math.floor(level * 9)},5`,
  QUESTION_DATE: () => '2026-02-28',
  QUESTION_TEXT: () => 'keine Angabe',
  QUESTION_TEXT_AREA: () => 'keine Angabe',
};

/** A small number, or one inside the limits of a question that asks for others. */
function wholeNumber(level: number, { min = 0, max = MAX_INTEGER }: Limits): number {
  const usual = 1 + Math.floor(level * 3);
  if (min <= usual && usual <= max) return usual;
  return min + Math.round(level * Math.min(max - min, 100));
}

const SPREAD = 0.3;

/** The height of an answer from 0 to 1, for fixed forms, which have no model. */
function levelOf(theta: number, strain: Strain, u: number): number {
  if (strain === 'neither') return u;
  const centre = 0.5 + 0.35 * Math.tanh(theta);
  const level = (strain === 'lower' ? 1 - centre : centre) + (u - 0.5) * SPREAD;
  return Math.min(1, Math.max(0, level));
}

/** A number from 0 to 1 that the text determines. */
function uniform(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32;
}

// The mildest answer to an item with rules for danger, or the first one of the danger that the person shows. A rule names the
// value of the answer, which need not be its place.
function dangerCategory(
  known: ItemKnowledge | undefined,
  danger: CrisisLevel | undefined,
  options: readonly ResponseOption[],
): number | undefined {
  if (!known || known.crisis.length === 0) return undefined;
  const from = known.crisis.find(({ level }) => level === danger)?.at_least;
  return from === undefined
    ? 0
    : Math.max(
        0,
        options.findIndex(({ value }) => Number(value) >= from),
      );
}

// The category under the graded response model for a uniform number u.
function gradedCategory(item: InstrumentItem | undefined, theta: number, u: number): number | undefined {
  if (item?.a === undefined || item.b === undefined) return undefined;
  const { a, b } = item;
  return b.filter((threshold) => 1 / (1 + Math.exp(-a * (theta - threshold))) > u).length;
}
