import { cookieSetting } from './cookie-setting.ts';

export type Scheme = 'auto' | 'light' | 'dark';

const setting = cookieSetting<Scheme>('scheme', ['auto', 'light', 'dark']);
export const scheme = setting.store;

export function chooseScheme(next: Scheme): void {
  setting.choose(next);
  applyScheme();
}

/** Puts the chosen scheme on the page; `auto` leaves it to the system. */
export function applyScheme(): void {
  const chosen = scheme.get();
  if (chosen === 'auto') delete document.documentElement.dataset['scheme'];
  else document.documentElement.dataset['scheme'] = chosen;
}
