import type { ComponentProps } from 'react';
import { uiText } from '../../text/ui.ts';
import { Field, type FieldWords } from './Field.tsx';
import css from './Field.module.css';
import { Icon } from './Icon.tsx';

type SelectFieldProps = FieldWords &
  Omit<ComponentProps<'select'>, 'className' | 'id' | 'onChange' | 'value' | 'children'> & {
    value: string;
    onChange: (value: string) => void;
    options: readonly { value: string; label: string }[];
    /** Shown for the empty value. */
    placeholder?: string;
  };

/** The browser's own list: it works on every phone and with every screen reader. */
export function SelectField({
  label,
  hint,
  error,
  onChange,
  options,
  placeholder,
  ...rest
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <div className={`anchor ${css.select}`}>
          <select {...rest} {...attributes} onChange={(event) => onChange(event.currentTarget.value)}>
            <option value="">{placeholder ?? uiText.choose}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </Field>
  );
}
