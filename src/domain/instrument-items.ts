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
