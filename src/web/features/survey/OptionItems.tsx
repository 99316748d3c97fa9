import { surveyText } from '../../../text/survey.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import css from './items.module.css';
import { ItemFieldset, type ItemProps, Question } from './ItemField.tsx';

type Layout = 'vertical' | 'horizontal' | 'enforced';

/** Radio buttons: one below the other, side by side where there is room, or always side by side. */
export function RadioItem({ layout, ...props }: ItemProps & { layout: Layout }) {
  const { item, entry, onChange } = props;
  return (
    <ItemFieldset {...props}>
      <div className={`${css.options} ${css[layout]}`}>
        {item.response_options.map((option) => (
          <label key={option.id} className={css.option}>
            <input
              type="radio"
              name={item.id}
              checked={entry[0] === option.id}
              onChange={() => onChange([option.id])}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </ItemFieldset>
  );
}

export function CheckboxItem(props: ItemProps) {
  const { item, entry, onChange } = props;
  const toggle = (id: string) =>
    onChange(entry.includes(id) ? entry.filter((one) => one !== id) : [...entry, id]);
  return (
    <ItemFieldset {...props} hint={surveyText.checkboxHint}>
      <div className={`${css.options} ${css.vertical}`}>
        {item.response_options.map((option) => (
          <label key={option.id} className={css.option}>
            <input type="checkbox" checked={entry.includes(option.id)} onChange={() => toggle(option.id)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </ItemFieldset>
  );
}

export function SelectItem(props: ItemProps) {
  const { item, entry, error, onChange } = props;
  return (
    <div className={css.item} data-item={item.id}>
      <SelectField
        label={<Question {...props} />}
        error={error}
        value={entry[0] ?? ''}
        onChange={(id) => onChange(id === '' ? [] : [id])}
        placeholder={surveyText.select}
        options={item.response_options.map(({ id, label }) => ({ value: id, label }))}
      />
    </div>
  );
}
