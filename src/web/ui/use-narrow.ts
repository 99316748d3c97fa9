import { useMedia } from './use-media.ts';

/** True if the window is too small for a wide table (product 2.13). */
export function useNarrow(): boolean {
  return !useMedia('(min-width: 48rem)');
}
