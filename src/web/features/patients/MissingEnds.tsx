import { useState } from 'react';
import type { MissingEnd } from '../../../domain/csv-convert.ts';
import { missingEndsText as text } from '../../../text/imports.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RadioField } from '../../ui/RadioField.tsx';

const MONTHS = 12;
const choices = { open: 'open', months: MONTHS } as const satisfies Record<string, MissingEnd>;
type Choice = keyof typeof choices;

const options: readonly { value: Choice; label: string }[] = [
  { value: 'open', label: text.open },
  { value: 'months', label: text.months(MONTHS) },
];

type MissingEndsProps = { count: number; onFill: (end: MissingEnd) => void };

/** Asks once, for the whole file, what the missing ends of therapies mean. */
export function MissingEnds({ count, onFill }: MissingEndsProps) {
  const [chosen, setChosen] = useState<Choice>('open');
  if (count === 0) return null;
  return (
    <Notice tone="info">
      <p>{text.missing(count)}</p>
      <RadioField
        label={text.question}
        error={undefined}
        value={chosen}
        options={options}
        // The options are the choices.
        onChange={(value) => setChosen(value as Choice)}
      />
      <Button look="secondary" onClick={() => onFill(choices[chosen])}>
        {text.fill}
      </Button>
    </Notice>
  );
}
