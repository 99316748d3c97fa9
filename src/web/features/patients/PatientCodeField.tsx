import type { Ref } from 'react';
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
  /** The random code that the form began with. */
  proposal: string;
  /** The user wants another random code. */
  onPropose: () => void;
  /** The existing codes. A new code should not simply continue them. */
  codes: readonly string[];
  onChange: (value: string) => void;
};

/**
 * The code of a new patient: a random proposal, which a typed code replaces. A code that is easy to guess brings a warning (R52).
 */
export function PatientCodeField({ codes, proposal, onPropose, ...field }: PatientCodeFieldProps) {
  const code = field.value.trim();
  const warning = nameRefusal(code) ? undefined : codeWarning(code, new Set(codes.map(nameKey)));
  const isProposed = code === proposal;
  // The first key replaces a proposal as a whole, also after a click into it.
  const selectProposal = ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
    isProposed && currentTarget.select();
  return (
    <div className={`stack gap-2 start ${css.field}`}>
      <TextField
        {...field}
        label={text.code(config().product_name)}
        hint={text.codeHint}
        autoComplete="off"
        autoCapitalize="characters"
        onFocus={selectProposal}
        onClick={selectProposal}
      />
      <div className={`line ${css.proposal}`}>
        {isProposed && <span>{text.proposed}</span>}
        <Button look="quiet" onClick={onPropose}>
          {isProposed ? text.otherProposal : text.propose}
        </Button>
      </div>
      {warning && <Notice tone="warning">{codeWarningText[warning]}</Notice>}
    </div>
  );
}

/** A random code for a new patient. */
export function randomCode(): string {
  return proposeCode(randomInt);
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
