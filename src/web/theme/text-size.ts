import { session } from '../api/session.ts';
import { cookieSetting } from './cookie-setting.ts';

/** The size of all letters in per cent. */
export type TextSize = '100' | '125' | '150';

const setting = cookieSetting<TextSize>('textsize', ['100', '125', '150']);
export const textSize = setting.store;

export function chooseTextSize(next: TextSize): void {
  setting.choose(next);
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
