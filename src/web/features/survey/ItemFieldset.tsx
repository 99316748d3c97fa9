import { type ReactNode, useId } from 'react';
import { FieldError } from '../../ui/Field.tsx';
import css from './items.module.css';
import type { ItemProps } from './item-props.ts';

type ItemFieldsetProps = ItemProps & { hint?: string; children: ReactNode };

/** A question whose answer is a group of controls. */
export function ItemFieldset({ item, number, error, hint, children }: ItemFieldsetProps) {
  const id = useId();
  return (
    <fieldset
      className={css.item}
      data-item={item.id}
      aria-invalid={error ? true : undefined}
      aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
      tabIndex={-1}
    >
      <legend className={css.question}>
        {number !== null && <span className={css.number}>{number}.</span>} {item.content}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
      {/* Above the answers: below a long list it would be out of sight. */}
      <FieldError id={`${id}-error`} error={error} />
      {children}
    </fieldset>
  );
}
