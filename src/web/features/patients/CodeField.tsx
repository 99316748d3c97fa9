import { useState } from 'react';
import { codeWarning, nameKey, nameRefusal, proposeCode } from '../../../domain/patient-code.ts';
import { codeWarningText, patientFormText as text } from '../../../text/patients.ts';
import { config } from '../../api/config.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import css from './patients.module.css';
import { randomInt } from './random-int.ts';

type CodeFieldProps = {
  value: string;
  error: string | undefined;
  /** The codes there are: a new one should not simply count on from them. */
  codes: readonly string[];
  onChange: (value: string) => void;
};

/** The code of a new patient: typed, or a random one that is proposed; what is easily guessed is warned of (R52). */
export function CodeField({ value, error, codes, onChange }: CodeFieldProps) {
  const [proposal, setProposal] = useState(() => proposeCode(randomInt));
  const code = value.trim();
  const warning = nameRefusal(code) ? undefined : codeWarning(code, new Set(codes.map(nameKey)));
  const take = () => {
    onChange(proposal);
    setProposal(proposeCode(randomInt));
  };
  return (
    <div className={css.field}>
      <TextField
        label={text.code(config().product_name)}
        hint={text.codeHint}
        error={error}
        value={value}
        onChange={onChange}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div className={css.proposal}>
        <span>
          {text.proposal} <code>{proposal}</code>
        </span>
        <Button look="quiet" icon="check" onClick={take}>
          {text.takeProposal}
        </Button>
      </div>
      {warning && <Notice tone="warning">{codeWarningText[warning]}</Notice>}
    </div>
  );
}
