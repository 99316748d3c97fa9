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
export function ItemField({ hint, optional, children, ...props }: ItemFieldProps) {
  return (
    <div className={css.item} data-item={props.item.id}>
      <Field label={<Question {...props} {...(optional && { optional })} />} hint={hint} error={props.error}>
        {children}
      </Field>
    </div>
  );
}

type QuestionProps = Pick<ItemProps, 'item' | 'number'> & { optional?: boolean };

/** The question as the label of its control. */
export function Question({ item, number, optional }: QuestionProps) {
  return (
    <span className={css.question}>
      {number !== null && <span className={css.number}>{number}.</span>} {item.content}
      {optional && <span className={css.optional}> {surveyText.optional}</span>}
    </span>
  );
}
