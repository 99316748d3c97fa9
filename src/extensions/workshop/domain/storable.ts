import { isStorableText } from '../../../domain/storable-text.ts';

// As deep as the reader of instrument files goes.
const DEEPEST = 60;

/** Can the database keep every text of this JSON value, and the check read it? */
export function isStorable(value: unknown, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorable(inner, depth + 1));
}
