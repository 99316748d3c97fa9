import type { ReactNode } from 'react';
import { Field } from '../../ui/Field.tsx';
import { surveyText } from '../../../text/survey.ts';
import css from './items.module.css';
import type { ItemProps } from './item-props.ts';

type Attributes = Parameters<Parameters<typeof Field>[0]['children']>[0];
type ItemFieldProps = ItemProps & {
  hint?: string;
  optional?: boolean;
  children: (attributes: Attributes) => ReactNode;
};

/** A question whose answer is one control. */
export function ItemField({ item, number, error, hint, optional, children }: ItemFieldProps) {
  const label = (
    <span className={css.question}>
      {number !== null && <span className={css.number}>{number}.</span>} {item.content}
      {optional && <span className={css.optional}> {surveyText.optional}</span>}
    </span>
  );
  return (
    <div className={css.item} data-item={item.id}>
      <Field label={label} hint={hint} error={error}>
        {children}
      </Field>
    </div>
  );
}
