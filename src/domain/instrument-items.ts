import { answerForm } from './answer-types.ts';
import type { Instrument, InstrumentItem, Scale } from './instrument-schema.ts';

/** Every item of an instrument, in the order of the file. */
export function instrumentItems(instrument: Pick<Instrument, 'dimensions'>): readonly InstrumentItem[] {
  return instrument.dimensions.flatMap((dimension) => dimension.items);
}

/** Item ids that several of the given instruments use. A session could not tell their answers apart. */
export function sharedItemIds(instruments: readonly Instrument[]): readonly string[] {
  const ids = instruments.flatMap((instrument) => instrumentItems(instrument).map((item) => item.id));
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/** Lowest and highest value of a scored item; undefined if the answer is not a bounded number. */
export function itemRange(item: InstrumentItem | undefined): readonly [number, number] | undefined {
  if (!item) return undefined;
  if (answerForm(item.type) === 'range') return [0, 100];
  if (answerForm(item.type) !== 'option') return undefined;
  const values = item.options.map(({ value }) => value);
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0 || numbers.length < values.length) return undefined;
  return [Math.min(...numbers), Math.max(...numbers)];
}

/** Lowest and highest possible score of a scale, in T (20 to 80 is all a chart needs) for irt. */
export function scaleRange(
  scale: Scale,
  instrument: Pick<Instrument, 'dimensions'>,
): { readonly lower: number; readonly upper: number } {
  if (scale.method === 'irt') return { lower: 20, upper: 80 };
  if (scale.method === 'pomp') return { lower: 0, upper: 100 };
  if (scale.method === 'index') {
    const losses = Object.values(scale.decrements).map((list) => Math.max(...list));
    const lowest = 1 - losses.reduce((sum, loss) => sum + loss, 0);
    return { lower: Math.round(lowest * 1000) / 1000, upper: 1 };
  }
  const [lowest, highest] = rangeOfItem(scale.method === 'value' ? scale.item : scale.items[0], instrument);
  const times = scale.method === 'sum' ? scale.items.length : 1;
  return { lower: lowest * times, upper: highest * times };
}

/** The same of the answers to an item; throws where they are no numbers. */
export function rangeOfItem(id: string | undefined, instrument: Pick<Instrument, 'dimensions'>) {
  const range = itemRange(instrumentItems(instrument).find((item) => item.id === id));
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
