import { createStore } from '../api/store.ts';

export type Scheme = 'auto' | 'light' | 'dark';

// A cookie, because a logout clears the browser's storage (R35) and this setting should outlive it.
const COOKIE = 'scheme';
const YEAR_S = 31_536_000;

export const scheme = createStore<Scheme>(storedScheme());

export function chooseScheme(next: Scheme): void {
  document.cookie = `${COOKIE}=${next}; Path=/; Max-Age=${YEAR_S}; SameSite=Strict`;
  scheme.set(next);
  applyScheme();
}

/** Puts the chosen scheme on the page; `auto` leaves it to the system. */
export function applyScheme(): void {
  const chosen = scheme.get();
  if (chosen === 'auto') delete document.documentElement.dataset['scheme'];
  else document.documentElement.dataset['scheme'] = chosen;
}

function storedScheme(): Scheme {
  const value = /(?:^|; )scheme=(\w+)/.exec(document.cookie)?.[1];
  return value === 'light' || value === 'dark' ? value : 'auto';
}
