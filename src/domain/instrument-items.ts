import { publishedScore } from '../psychometrics/classical.ts';
import { answerForm, type Answer } from './answer-types.ts';
import { namesOf, readFormula } from './formula.ts';
import { ownValue } from './own-value.ts';
import type { ClassicalScale, Instrument, InstrumentItem, Scale } from './instrument-schema.ts';

/** Every item of an instrument, in the order of the file. */
export function instrumentItems(instrument: Pick<Instrument, 'dimensions'>): readonly InstrumentItem[] {
  return instrument.dimensions.flatMap((dimension) => dimension.items);
}

/** Item ids that several of the given instruments use. A session could not tell their answers apart. */
export function sharedItemIds(instruments: readonly Instrument[]): readonly string[] {
  const ids = instruments.flatMap((instrument) => instrumentItems(instrument).map((item) => item.id));
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/** Lowest and highest answer to an item; undefined if the answer is not one bounded number. */
export function itemRange(item: InstrumentItem | undefined): readonly [number, number] | undefined {
  if (!item) return undefined;
  const form = answerForm(item.type);
  if (form === 'range') return [item.min ?? 0, item.max ?? 100];
  if (form === 'integer')
    return item.max === undefined || item.min === item.max ? undefined : [item.min ?? 0, item.max];
  if (form !== 'option') return undefined;
  const values = item.options.map(({ value }) => value);
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0 || numbers.length < values.length) return undefined;
  return [Math.min(...numbers), Math.max(...numbers)];
}

const total = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0);

/** The least and the most points of at least one ticked box. Undefined where a box has no points or all have the same sum. */
function pointsRange({ options }: InstrumentItem): readonly [number, number] | undefined {
  const points = options.flatMap((option) => option.points ?? []);
  if (points.length < options.length) return undefined;
  const [losses, gains] = [points.filter((one) => one < 0), points.filter((one) => one > 0)];
  const least = losses.length > 0 ? total(losses) : Math.min(...points);
  const most = gains.length > 0 ? total(gains) : Math.max(...points);
  return least < most ? [least, most] : undefined;
}

/** Lowest and highest number that an item gives to scales; undefined if it gives none. */
export function scoredRange(item: InstrumentItem | undefined): readonly [number, number] | undefined {
  return item && answerForm(item.type) === 'options' ? pointsRange(item) : itemRange(item);
}

/** The number that an answer is in scores: itself, or the points of the ticked boxes. Undefined where it is no number. */
export function scoredValue(item: InstrumentItem | undefined, value: Answer['value']): number | undefined {
  if (typeof value === 'number') return value;
  if (!item || typeof value === 'string' || !pointsRange(item)) return undefined;
  const ticked = item.options.filter((option) => value.includes(option.value));
  return total(ticked.map(({ points = 0 }) => points));
}

/** Is the score of this scale a T-score? That of an adaptive scale is, and that of another one with norms. */
export function isTScale(scale: Scale): boolean {
  return 'norm_set' in scale && scale.norm_set !== undefined;
}

/** The items of a scale, also those of the scales that its formula names. */
export function itemsOfScale(scale: Scale, instrument: Instrument): readonly string[] {
  if (scale.method === 'value') return [scale.item];
  if (scale.method === 'irt')
    return instrument.dimensions.find(({ id }) => id === scale.dimension)?.items.map(({ id }) => id) ?? [];
  if (scale.method !== 'formula') return scale.items;
  const read = readFormula(scale.formula);
  const names = read.kind === 'formula' ? namesOf(read.formula).map(({ name }) => name) : [];
  const ids = names.flatMap((name) => {
    const named = instrument.scales.find(({ key }) => key === name);
    return named ? itemsOfScale(named, instrument) : [name];
  });
  return [...new Set(ids)];
}

/** Lowest and highest possible score of a scale, in T (20 to 80 is all a chart needs) where it is a T-score. */
export function scaleRange(
  scale: Scale,
  instrument: Pick<Instrument, 'dimensions'>,
): { readonly lower: number; readonly upper: number } {
  return isTScale(scale) ? { lower: 20, upper: 80 } : rawRange(scale, instrument);
}

/** Lowest and highest possible score before it is read in T. */
export function rawRange(
  scale: Scale,
  instrument: Pick<Instrument, 'dimensions'>,
): { readonly lower: number; readonly upper: number } {
  switch (scale.method) {
    case 'irt':
      return { lower: 20, upper: 80 };
    case 'pomp':
      return { lower: 0, upper: 100 };
    case 'formula':
      return { lower: scale.range[0], upper: scale.range[1] };
    case 'index': {
      const losses = Object.values(scale.decrements).map((list) => Math.max(...list));
      const lowest = 1 - losses.reduce((sum, loss) => sum + loss, 0);
      return { lower: Math.round(lowest * 1000) / 1000, upper: 1 };
    }
    case 'value': {
      const [lower, upper] = rangeOfItem(scale.item, instrument);
      return { lower, upper };
    }
    default:
      return classicalRange(scale, instrument);
  }
}

/** How often each item of a scale counts. */
export function weightsOf({ items, weights = {} }: ClassicalScale): readonly number[] {
  return items.map((id) => ownValue(weights, id) ?? 1);
}

function classicalRange(scale: ClassicalScale, instrument: Pick<Instrument, 'dimensions'>) {
  const ranges = scale.items.map((id) => rangeOfItem(id, instrument));
  const weights = weightsOf(scale);
  const [lower, upper] = ([0, 1] as const).map((end) => {
    const sum = total(ranges.map((range, index) => range[end] * (weights[index] ?? 1)));
    return publishedScore(scale.method === 'sum' ? sum : sum / total(weights), scale);
  });
  return { lower: lower ?? 0, upper: upper ?? 0 };
}

/** `scoredRange` of an item by its id; throws where they are no numbers. */
export function rangeOfItem(id: string | undefined, instrument: Pick<Instrument, 'dimensions'>) {
  const range = scoredRange(instrumentItems(instrument).find((item) => item.id === id));
  if (!range) throw new Error(`The item "${id}" has no numbers to score.`);
  return range;
}

/** Do scores of this version mean the same as those of the instrument? The same version, or one that it declares. */
export function isComparableVersion(
  version: string,
  { version: own, comparable_with: joined }: Pick<Instrument, 'version' | 'comparable_with'>,
): boolean {
  return version === own || joined?.includes(version) === true;
}
