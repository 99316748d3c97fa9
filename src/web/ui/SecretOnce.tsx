import { useState } from 'react';
import { secretText } from '../../text/copying.ts';
import { Button } from './Button.tsx';
import css from './SecretOnce.module.css';
import { moreIcons } from './more-icons.ts';

/** A generated password, shown only once. The user copies it or writes it down. */
export function SecretOnce({ label, secret }: { label: string; secret: string }) {
  const [outcome, setOutcome] = useState('');
  const copy = () => {
    // Without a secure origin the browser has no clipboard for us.
    const copying = navigator.clipboard?.writeText(secret) ?? Promise.reject(new Error('no clipboard'));
    copying.then(
      () => setOutcome(secretText.copied),
      () => setOutcome(secretText.copyFailed),
    );
  };
  return (
    <div className="stack start">
      <span className="visually-hidden">{label}</span>
      <code className={css.secret}>{secret}</code>
      <Button look="secondary" icon={moreIcons.copy} onClick={copy}>
        {secretText.copy}
      </Button>
      <output>{outcome}</output>
    </div>
  );
}
