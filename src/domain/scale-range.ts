import { instrumentItems, itemRange } from './instrument-items.ts';
import type { Instrument, Scale } from './instrument-schema.ts';

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
