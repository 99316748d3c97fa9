import type { Clause } from '../domain/conditions.ts';
import { numberText } from './locale.ts';

/** What a condition asks of one earlier answer. `labelOf` gives the words of an answer. */
export function clauseText(
  { item, is, is_not, at_least, at_most, answered }: Clause,
  labelOf: (value: number | string) => number | string,
): string {
  if (is !== undefined) return `${item} mit „${labelOf(is)}“ beantwortet ist`;
  if (is_not !== undefined) return `${item} anders als mit „${labelOf(is_not)}“ beantwortet ist`;
  if (at_least !== undefined) return `${item} mindestens ${numberText(at_least)} ist`;
  if (at_most !== undefined) return `${item} höchstens ${numberText(at_most)} ist`;
  return answered ? `${item} beantwortet ist` : `${item} nicht beantwortet ist`;
}
