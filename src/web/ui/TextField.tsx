import type { ComponentProps } from 'react';
import { Field, type FieldWords, type Keeping } from './Field.tsx';

type TextFieldProps = FieldWords &
  Keeping &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange' | 'value' | keyof Keeping> & {
    value: string;
    onChange: (value: string) => void;
  };

/** One line of text. Its words go to no spelling service of the browser. */
export function TextField({ label, hint, error, autoComplete, onChange, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          type="text"
          autoComplete={autoComplete}
          spellCheck={false}
          {...rest}
          {...attributes}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
