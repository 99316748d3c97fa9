import { useCallback, useSyncExternalStore } from 'react';

/** Does the media query hold now? */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** True if the window is too small for a wide table (product 2.13). */
export function useNarrow(): boolean {
  return !useMedia('(min-width: 48rem)');
}
