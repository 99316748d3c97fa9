import type { ComponentProps } from 'react';
import { dateHint } from '../../text/ui.ts';
import { textAfterInput, withWholeYear } from './date-text.ts';
import type { FieldWords } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';

type DateFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange' | 'value' | 'type'> & {
    /** The text as typed; `readTypedDate` reads the date in it. */
    value: string;
    onChange: (value: string) => void;
    /** The date of a birth: a short year is completed, and a toggle masks the date. */
    birthDate?: boolean;
  };

/** One text field for a date: digits get their dots, pasting works, wrong dates stay and are explained. */
export function DateField({ value, onChange, birthDate, ...rest }: DateFieldProps) {
  const Control = birthDate ? BirthDateField : TextField;
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

function BirthDateField(props: ComponentProps<typeof PasswordField>) {
  const { value, onChange } = props;
  return <PasswordField {...props} startsShown onBlur={() => onChange(withWholeYear(value))} />;
}
