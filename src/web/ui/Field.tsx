import { type ReactNode, useId } from 'react';
import css from './Field.module.css';
import { Icon } from './Icon.tsx';
import type { Elements } from './elements.ts';

export type FieldWords = {
  label: ReactNode;
  hint?: ReactNode;
  /** The problem of the present value. It is announced and shown below the control. */
  error?: string | undefined;
};

/**
 * What a browser may do with the text of a field. It keeps what is typed into a field without a word on it, and offers it to the next
 * person at the same device (R61).
 */
export type Keeping = {
  autoComplete: 'off' | 'email' | 'username' | 'current-password' | 'new-password' | 'one-time-code';
};

type ControlAttributes = {
  id: string;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

type FieldProps = FieldWords & { children: (attributes: ControlAttributes) => Elements };

/** Label, control, hint and error, tied together for assistive technology. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="stack gap-1">
      <label className="strong" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: `box ${css.control}`,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {Boolean(hint) && (
        <div className="muted small hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** The place of an error message. It is there before the message, so that screen readers announce it. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div id={id} aria-live="polite">
      {error && (
        <p className={css.error}>
          <Icon name="warning" size={18} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
