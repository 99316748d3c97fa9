import type { Instrument, Scale } from '../../domain/instrument-schema.ts';
import { instrumentItems } from '../../domain/instrument-items.ts';

/**
 * The answer that a mean lies nearest to, for a scale without bands: nothing is known about what is usual, but the answers
 * have a meaning. Halfway between two answers it is the one above.
 */
export function answerWords(instrument: Instrument, scale: Scale, value: number): string | null {
  if (scale.bands || scale.method !== 'mean') return null;
  const item = instrumentItems(instrument).find(({ id }) => id === scale.items[0]);
  const distance = (option: { readonly value: number | string }) =>
    typeof option.value === 'number' ? Math.abs(option.value - value) : Infinity;
  const [nearest] = (item?.options ?? [])
    .toReversed()
    .toSorted((one, other) => distance(one) - distance(other));
  return nearest && distance(nearest) < Infinity ? nearest.label : null;
}
