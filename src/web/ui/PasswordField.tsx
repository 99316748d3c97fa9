import { type ComponentProps, useState } from 'react';
import { uiText } from '../../text/ui.ts';
import { IconButton } from './Button.tsx';
import { Field, type FieldWords, type Keeping } from './Field.tsx';
import css from './Field.module.css';

type PasswordFieldProps = FieldWords &
  Keeping &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange' | 'value' | 'type' | keyof Keeping> & {
    value: string;
    onChange: (value: string) => void;
    /** Readable from the first key on; the toggle masks it. */
    startsShown?: boolean;
  };

/** A secret with a toggle that shows or masks it. */
export function PasswordField({
  label,
  hint,
  error,
  autoComplete,
  onChange,
  startsShown = false,
  ...rest
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(startsShown);
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <div className={`anchor ${css.withButton}`}>
          <input
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...attributes}
            type={isShown ? 'text' : 'password'}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <IconButton
            icon={isShown ? 'eye-off' : 'eye'}
            label={uiText.showPassword}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          />
        </div>
      )}
    </Field>
  );
}
