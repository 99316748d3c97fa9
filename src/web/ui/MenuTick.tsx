import type { MouseEvent, ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import css from './MenuButton.module.css';

type MenuTickProps = {
  checked: boolean;
  /** The menu stays open, because several of these settings are changed in a row. */
  staysOpen?: boolean;
  children: ReactNode;
  onChoose: () => void;
};

/** A setting inside a menu that is on or off. */
export function MenuTick({ checked, staysOpen = false, children, onChoose }: MenuTickProps) {
  const choose = (event: MouseEvent) => {
    if (staysOpen) event.stopPropagation();
    onChoose();
  };
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={checked}
      tabIndex={-1}
      className={css.item}
      onClick={choose}
    >
      <span className={css.tick}>{checked && <Icon name="check" />}</span>
      <span>{children}</span>
    </button>
  );
}
