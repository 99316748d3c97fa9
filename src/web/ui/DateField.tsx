import type { ComponentProps } from 'react';
import { dateHint, dateProblemText } from '../../text/ui.ts';
import { readTypedDate, textAfterInput } from './date-text.ts';
import type { FieldWords } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';

type DateFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange' | 'value' | 'type'> & {
    /** The text as typed; `readTypedDate` tells the date. */
    value: string;
    onChange: (value: string) => void;
    /** Masks the date, with a toggle to show it. */
    secret?: boolean;
  };

/** One text field for a date: digits get their dots, pasting works, wrong dates stay and are explained. */
export function DateField({ value, onChange, secret, ...rest }: DateFieldProps) {
  const Control = secret ? PasswordField : TextField;
  return (
    <Control
      inputMode="numeric"
      autoComplete="off"
      placeholder={dateHint}
      maxLength={20}
      {...rest}
      value={value}
      onChange={(next) => onChange(textAfterInput(value, next))}
    />
  );
}

/** The sentence for a date that cannot be used; undefined where it is one. */
export function dateProblem(text: string): string | undefined {
  const typed = readTypedDate(text);
  return typed.kind === 'date' ? undefined : dateProblemText[typed.kind];
}
