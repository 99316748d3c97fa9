import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(prefers-color-scheme: dark)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The scheme the system asks for. */
export function useSystemScheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, () => (query.matches ? 'dark' : 'light'));
}
