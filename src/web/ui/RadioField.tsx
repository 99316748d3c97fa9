import { useId } from 'react';
import { FieldError } from './Field.tsx';
import shared from './Option.module.css';
import css from './RadioField.module.css';

type RadioFieldProps = {
  label: string;
  error: string | undefined;
  /** '' while none is chosen. */
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
};

/** One of a few choices, all of them in sight. */
export function RadioField({ label, error, value, onChange, options }: RadioFieldProps) {
  const id = useId();
  return (
    <fieldset
      role="radiogroup"
      className={css.field}
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      tabIndex={-1}
    >
      <legend className="strong">{label}</legend>
      <FieldError id={`${id}-error`} error={error} />
      <div className="columns gap-2">
        {options.map((option) => (
          <label key={option.value} className={`box beside gap-3 ${shared.option} ${css.option}`}>
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
