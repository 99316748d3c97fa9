import type { ComponentProps } from 'react';
import { Field, type FieldWords } from './Field.tsx';

type TextFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange' | 'value'> & {
    value: string;
    onChange: (value: string) => void;
  };

export function TextField({ label, hint, error, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          type="text"
          {...rest}
          {...attributes}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
