import { session } from '../api/session.ts';
import { createStore } from '../api/store.ts';

export const TEXT_SIZES = ['100', '125', '150'] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

// A cookie, because a logout clears the browser's storage (R35) and this setting should outlive it.
const COOKIE = 'textsize';
const YEAR_S = 31_536_000;

export const textSize = createStore<TextSize>(storedSize());

export function chooseTextSize(next: TextSize): void {
  document.cookie = `${COOKIE}=${next}; Path=/; Max-Age=${YEAR_S}; SameSite=Strict`;
  textSize.set(next);
  apply();
}

/** Puts the chosen size on every page of patients and visitors. Staff may use the same browser and have no choice of sizes. */
export function applyTextSize(): void {
  apply();
  session.subscribe(apply);
}

function apply(): void {
  const user = session.get();
  const isStaff = user !== null && user.userType !== 'patient';
  document.documentElement.dataset['text'] = isStaff ? '100' : textSize.get();
}

function storedSize(): TextSize {
  const value = /(?:^|; )textsize=(\d+)/.exec(document.cookie)?.[1];
  return TEXT_SIZES.find((size) => size === value) ?? '100';
}
