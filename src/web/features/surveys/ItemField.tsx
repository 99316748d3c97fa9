import { type ReactNode, useId } from 'react';
import type { SurveyItem } from '../../../contract/surveys.ts';
import { type Reason, reasonsOf } from '../../../domain/answer-types.ts';
import { surveyText } from '../../../text/survey.ts';
import { Field, FieldError } from '../../ui/Field.tsx';
import shared from '../../ui/Option.module.css';
import type { Elements } from '../../ui/elements.ts';
import css from './items.module.css';
import { PLACE_ID } from './SurveyProgress.tsx';

/** The properties of every kind of item. */
export type ItemProps = {
  item: SurveyItem;
  /** The page asks nothing else. */
  isOnly: boolean;
  /** Empty for a question with a reason in place of an answer. */
  entry: readonly string[];
  reason: Reason | undefined;
  error: string | undefined;
  onChange: (entry: readonly string[]) => void;
};

/** The id of a question's element in the page. The error summary links to it. */
export function placeOf({ id }: Pick<SurveyItem, 'id'>): string {
  return `item-${id}`;
}

/** The controls that an item is answered with. A slider repeats the number beside it. */
export const FIELDS = 'input:not([type=range]), select, textarea';

type Attributes = Parameters<Parameters<typeof Field>[0]['children']>[0];
type ItemFieldProps = ItemProps & {
  hint?: string;
  optional?: boolean;
  children: (attributes: Attributes) => Elements;
};

/** A question whose answer is one control. */
export function ItemField({ hint, optional, children, ...props }: ItemFieldProps) {
  return (
    <div className={`card ${css.item}`} id={placeOf(props.item)} data-item={props.item.id}>
      <Field label={<Question {...props} {...(optional && { optional })} />} hint={hint} error={props.error}>
        {children}
      </Field>
      <Reasons {...props} question={props.item.content} />
    </div>
  );
}

type ReasonsProps = ItemProps & {
  /** Names the question where no legend does. */
  question?: string;
};

/** What a patient may choose in place of an answer. It takes back the answer, and an answer takes it back. */
export function Reasons({ item, reason, onChange, question }: ReasonsProps) {
  return reasonsOf(item).map((one) => (
    <label key={one} className={`box beside gap-3 ${shared.option} ${css.reason}`}>
      <input
        type="checkbox"
        aria-label={question && `${surveyText.reasons[one]}: ${question}`}
        checked={one === reason}
        onChange={() => onChange(one === reason ? [] : [one])}
      />
      <span>{surveyText.reasons[one]}</span>
    </label>
  ));
}

type QuestionProps = Pick<ItemProps, 'item'> & { optional?: boolean };

/** The question as the label of its control. */
export function Question({ item, optional }: QuestionProps) {
  return (
    <span className={css.question}>
      <span>{item.content}</span>
      {optional && <span className={`muted ${css.optional}`}>{` ${surveyText.optional}`}</span>}
    </span>
  );
}

type ItemFieldsetProps = ItemProps & { hint?: string; children: Elements };

/** A question whose answer is a group of controls. */
export function ItemFieldset({ hint, children, ...props }: ItemFieldsetProps) {
  const { item, isOnly, error } = props;
  const id = useId();
  // The only question of a page gets the focus, and with it the place of the page is read.
  const described = [error && `${id}-error`, hint && `${id}-hint`, isOnly && PLACE_ID];
  return (
    <fieldset
      className={`card ${css.item}`}
      id={placeOf(item)}
      data-item={item.id}
      aria-invalid={error ? true : undefined}
      aria-describedby={described.filter(Boolean).join(' ') || undefined}
      tabIndex={-1}
    >
      <legend className={css.question}>{item.content}</legend>
      {hint && (
        <p id={`${id}-hint`} className="muted small">
          {hint}
        </p>
      )}
      {/* Above the answers: below a long list it would be out of sight. */}
      <FieldError id={`${id}-error`} error={error} />
      <div className={`stack gap-3 ${css.answers}`}>
        {children}
        <Reasons {...props} />
      </div>
    </fieldset>
  );
}

type EndsProps = { id?: string; low: ReactNode; high: ReactNode };

/** What the two ends of a scale mean. */
export function Ends({ id, low, high }: EndsProps) {
  return (
    <p className={`muted small wide between ${css.ends}`} id={id}>
      <span>{low}</span>
      <span>{high}</span>
    </p>
  );
}
