import { answerForm } from './answer-types.ts';
import type { Instrument, InstrumentItem } from './instrument-schema.ts';

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

/** Do scores of this version mean the same as those of the instrument? The same version, or one that it declares. */
export function isComparableVersion(
  version: string,
  { version: own, comparable_with: joined }: Pick<Instrument, 'version' | 'comparable_with'>,
): boolean {
  return version === own || joined?.includes(version) === true;
}
