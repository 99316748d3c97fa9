import { type ComponentProps, useState } from 'react';
import { dateHint, dateProblemText } from '../../text/ui.ts';
import { readTypedDate, textAfterInput, withWholeYear } from './date-text.ts';
import type { FieldWords } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';
import { TextField } from './TextField.tsx';

type DateFieldProps = FieldWords &
  Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange' | 'value' | 'type' | 'autoComplete'> & {
    /** The text as typed; `readTypedDate` reads the date in it. */
    value: string;
    onChange: (value: string) => void;
    /** The date of a birth: a short year is completed, and a toggle masks the date. */
    birthDate?: boolean;
  };

/** One text field for a date: digits get their dots, pasting works, wrong dates stay and are explained. */
export function DateField({ value, onChange, birthDate, ...rest }: DateFieldProps) {
  const Control = birthDate ? BirthDateField : CheckedField;
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

/** Says that a date is unfinished or does not exist as soon as the user goes on to the next field. */
function CheckedField({ error, ...props }: ComponentProps<typeof TextField>) {
  const [left, setLeft] = useState('');
  const { kind } = readTypedDate(props.value);
  const isWrong = props.value === left && (kind === 'incomplete' || kind === 'impossible');
  return (
    <TextField
      {...props}
      error={error ?? (isWrong ? dateProblemText[kind] : undefined)}
      onKeyDown={({ key }) => key === 'Tab' && setLeft(props.value)}
      onBlur={({ relatedTarget }) => {
        // A message that appears while a button is pressed would move the button away from under the pointer.
        if (relatedTarget?.matches('input, select, textarea')) setLeft(props.value);
      }}
    />
  );
}

function BirthDateField(props: ComponentProps<typeof PasswordField>) {
  const { value, onChange } = props;
  return <PasswordField {...props} startsShown onBlur={() => onChange(withWholeYear(value))} />;
}
