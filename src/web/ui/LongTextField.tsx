import type { ComponentProps } from 'react';
import { Field, type FieldWords } from './Field.tsx';

type LongTextFieldProps = FieldWords &
  Omit<
    ComponentProps<'textarea'>,
    'className' | 'id' | 'onChange' | 'value' | 'autoComplete' | 'spellCheck'
  > & {
    value: string;
    onChange: (value: string) => void;
  };

/** A field for several lines, whose words neither stay in the browser nor go to its spelling service. A text that is too long stays and is explained, instead of being cut off. */
export function LongTextField({ label, hint, error, onChange, ...rest }: LongTextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          rows={4}
          autoComplete="off"
          spellCheck={false}
          {...rest}
          {...attributes}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
