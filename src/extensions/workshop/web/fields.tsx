import { type ReactNode, useState } from 'react';
import type { FieldWords } from '../../../web/ui/Field.tsx';
import { LongTextField } from '../../../web/ui/LongTextField.tsx';
import { TextField } from '../../../web/ui/TextField.tsx';
import type { Typed } from '../domain/form.ts';
import { typedNumber, wordsOf } from '../domain/form.ts';

type NumberFieldProps = FieldWords & {
  value: unknown;
  onChange: (value: Typed) => void;
  'data-control'?: string;
};

/** A number. It stays on the page as it was typed, also while it is none yet. */
export function NumberField({ value, onChange, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      {...rest}
      autoComplete="off"
      inputMode="decimal"
      maxLength={20}
      value={typed ?? wordsOf(value)}
      onChange={(text) => {
        setTyped(text);
        onChange(typedNumber(text));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

type WordsFieldProps = FieldWords & {
  value: unknown;
  onChange: (value: string) => void;
  maxLength?: number;
  readOnly?: boolean;
  onBlur?: () => void;
  'data-control'?: string;
};

/** A text of one line, empty while nobody has decided it. */
export function WordsField({ value, ...rest }: WordsFieldProps) {
  return <TextField maxLength={500} {...rest} autoComplete="off" value={wordsOf(value)} />;
}

/** The same with several lines. */
export function LongWordsField({ value, ...rest }: WordsFieldProps & { rows?: number }) {
  return <LongTextField rows={2} maxLength={5000} {...rest} value={wordsOf(value)} />;
}

type CheckProps = {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The name for screen readers where the label in sight is short. */
  name?: string;
};

/** A box to tick, with its words beside it. */
export function Check({ label, checked, onChange, name }: CheckProps) {
  return (
    <label className="beside gap-2">
      <input
        type="checkbox"
        aria-label={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** A label for screen readers alone: the heading of the column says it to everybody else. */
export const hidden = (label: string) => <span className="visually-hidden">{label}</span>;
