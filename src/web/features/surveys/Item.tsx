import type { ComponentType } from 'react';
import { isItemType, type ItemType, reasonIn } from '../../../domain/answer-types.ts';
import { surveyText } from '../../../text/survey.ts';
import { Notice } from '../../ui/Notice.tsx';
import shared from '../../ui/Option.module.css';
import { SelectField } from '../../ui/SelectField.tsx';
import { Ends, ItemFieldset, type ItemProps, placeOf, Question, Reasons } from './ItemField.tsx';
import { isNumberedScale } from './scale.ts';
import css from './items.module.css';
import { RangeItem } from './RangeItem.tsx';
import { DateItem, TextAreaItem, TextItem } from './TypedItems.tsx';

const digits = { inputMode: 'numeric' } as const;
const decimal = { inputMode: 'decimal' } as const;
const email = {
  type: 'email',
  name: 'email',
  inputMode: 'email',
  maxLength: 320,
} as const;

function Info({ item }: ItemProps) {
  return (
    <p className={css.info} data-info tabIndex={-1}>
      {item.content}
    </p>
  );
}

function EmailItem(props: ItemProps) {
  const { stored_address: known, stored_confirmed: isConfirmed } = props.item;
  const hint = known ? surveyText.storedAddress(known, isConfirmed === true) : surveyText.confirmationFollows;
  return <TextItem {...props} optional input={email} hint={hint} />;
}

function IntegerItem(props: ItemProps) {
  const { min, max } = props.item;
  const hasLimits = min !== undefined || max !== undefined;
  return (
    <TextItem {...props} input={digits} {...(hasLimits && { hint: surveyText.integerHint(props.item) })} />
  );
}

/** The component of each item type (product 3.9). */
const components = {
  INFO: Info,
  INFO_AUTOSUBMIT: Info,
  QUESTION_HORIZONTAL_RADIO: (props) => <RadioItem {...props} layout="horizontal" />,
  QUESTION_HORIZONTAL_RADIO_ENFORCED: (props) => <RadioItem {...props} layout="enforced" />,
  QUESTION_VERTICAL_RADIO: (props) => <RadioItem {...props} layout="vertical" />,
  QUESTION_CHECKBOX: CheckboxItem,
  QUESTION_SELECT: SelectItem,
  QUESTION_RANGE_INDICATOR: RangeItem,
  QUESTION_TEXT: TextItem,
  QUESTION_TEXT_OPTIONAL: (props) => <TextItem {...props} optional />,
  QUESTION_TEXT_AREA: TextAreaItem,
  QUESTION_TEXT_AREA_OPTIONAL: (props) => <TextAreaItem {...props} optional />,
  QUESTION_DATE: DateItem,
  QUESTION_INTEGER: IntegerItem,
  QUESTION_DOUBLE_POSITIVE: (props) => <TextItem {...props} input={decimal} />,
  EMAIL_NOTIFICATION_PRE: EmailItem,
  EMAIL_NOTIFICATION_INTERMEDIATE: EmailItem,
  EMAIL_NOTIFICATION_POST: EmailItem,
  EMAIL_NOTIFICATION_FOLLOW_UP: EmailItem,
} satisfies Record<ItemType, ComponentType<ItemProps>>;

export function Item({ entry, ...props }: Omit<ItemProps, 'reason'>) {
  const { type } = props.item;
  const reason = reasonIn(props.item, entry[0] ?? '');
  if (!isItemType(type)) return <Notice tone="error">{surveyText.unknownType}</Notice>;
  const Component: ComponentType<ItemProps> = components[type];
  return <Component {...props} reason={reason} entry={reason ? [] : entry} />;
}

type Layout = 'vertical' | 'horizontal' | 'enforced';

/**
 * Radio buttons: one below the other, side by side on wide screens, or always side by side. On a narrow screen a scale is a row
 * of numbers.
 */
function RadioItem({ layout, ...props }: ItemProps & { layout: Layout }) {
  const { item, entry, onChange } = props;
  const options = item.response_options;
  const isScale = layout !== 'vertical' && isNumberedScale(options);
  return (
    <ItemFieldset {...props}>
      <div className={`stack gap-2 ${css.options} ${css[layout] ?? ''} ${isScale ? css.scale : ''}`}>
        {options.map(({ id, label }, index) => (
          <label key={id} className={`box beside gap-3 ${shared.option} ${css.option}`} data-option={id}>
            <input type="radio" name={item.id} checked={entry[0] === id} onChange={() => onChange([id])} />
            {isScale && (
              <span className={css.step} aria-hidden="true">
                {index + 1}
              </span>
            )}
            <span className={css.word}>{label}</span>
          </label>
        ))}
      </div>
      {isScale && (
        <div className={css.words} aria-hidden="true">
          <Ends low={options[0]?.label} high={options.at(-1)?.label} />
          <p className={css.chosen}>{options.find(({ id }) => id === entry[0])?.label}</p>
        </div>
      )}
    </ItemFieldset>
  );
}

function CheckboxItem(props: ItemProps) {
  const { item, entry, onChange } = props;
  const toggle = (id: string) =>
    onChange(entry.includes(id) ? entry.filter((one) => one !== id) : [...entry, id]);
  return (
    <ItemFieldset {...props} hint={surveyText.checkboxHint}>
      <div className={`stack gap-2 ${css.options}`}>
        {item.response_options.map((option) => (
          <label key={option.id} className={`box beside gap-3 ${shared.option} ${css.option}`}>
            <input type="checkbox" checked={entry.includes(option.id)} onChange={() => toggle(option.id)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </ItemFieldset>
  );
}

function SelectItem(props: ItemProps) {
  const { item, entry, error, onChange } = props;
  return (
    <div className={`card ${css.item}`} id={placeOf(item)} data-item={item.id}>
      <SelectField
        label={<Question {...props} />}
        error={error}
        value={entry[0] ?? ''}
        onChange={(id) => onChange(id === '' ? [] : [id])}
        placeholder={surveyText.select}
        options={item.response_options.map(({ id, label }) => ({ value: id, label }))}
      />
      <Reasons {...props} question={item.content} />
    </div>
  );
}
