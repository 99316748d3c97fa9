import type { ComponentProps, MouseEvent } from 'react';
import css from './Button.module.css';
import { Icon, type IconName } from './Icon.tsx';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  look?: Look;
  icon?: IconName;
  wide?: boolean;
  /** A call is running. Further presses do nothing, and the focus stays on the button. */
  pending?: boolean;
};

/** The class names of a button, for links that look like one. */
export function buttonClass(look: Look, wide = false): string {
  return [css.button, css[look], wide && 'wide'].filter(Boolean).join(' ');
}

export function Button({ look = 'primary', icon, wide, pending, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      aria-disabled={pending || undefined}
      {...rest}
      className={buttonClass(look, wide)}
      onClick={press}
    >
      {pending ? <span className={`wheel ${css.spinner}`} /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  icon: IconName;
  label: string;
};

/** A button that shows an icon only; the label is its name. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={`${css.button} ${css.icon}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}
