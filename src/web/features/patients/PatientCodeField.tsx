import { type Ref, useState } from 'react';
import { codeWarning, nameKey, nameRefusal, proposeCode } from '../../../domain/patient-code.ts';
import { codeWarningText, patientFormText as text } from '../../../text/patients.ts';
import { config } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import css from './patient-form.module.css';

type PatientCodeFieldProps = {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  /** The existing codes. A new code should not simply continue them. */
  codes: readonly string[];
  onChange: (value: string) => void;
};

/** The code of a new patient, typed or taken from a random proposal. A code that is easy to guess brings a warning (R52). */
export function PatientCodeField({ codes, ...field }: PatientCodeFieldProps) {
  const [proposal, setProposal] = useState(() => proposeCode(randomInt));
  const code = field.value.trim();
  const warning = nameRefusal(code) ? undefined : codeWarning(code, new Set(codes.map(nameKey)));
  const isTaken = code === proposal;
  const take = () => {
    const taken = isTaken ? proposeCode(randomInt) : proposal;
    setProposal(taken);
    field.onChange(taken);
  };
  return (
    <div className={css.field}>
      <TextField
        {...field}
        label={text.code(config().product_name)}
        hint={text.codeHint}
        autoComplete="off"
        autoCapitalize="characters"
      />
      <div className={css.proposal}>
        {isTaken ? (
          <span>{text.proposalTaken}</span>
        ) : (
          <span>
            <span>{`${text.proposal} `}</span>
            <code>{proposal}</code>
          </span>
        )}
        <Button look="quiet" {...(!isTaken && { icon: 'check' })} onClick={take}>
          {isTaken ? text.otherProposal : text.takeProposal}
        </Button>
      </div>
      {warning && <Notice tone="warning">{codeWarningText[warning]}</Notice>}
    </div>
  );
}

/** An unpredictable whole number from 0 to below `limit`, all equally likely. */
function randomInt(limit: number): number {
  const range = 2 ** 32;
  const fair = range - (range % limit);
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  // The last numbers of the range would favour small results, so they are drawn again.
  if (drawn === undefined || drawn >= fair) return randomInt(limit);
  return drawn % limit;
}
