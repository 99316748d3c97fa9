import { useEffect, useRef } from 'react';
import { loginCodeText as text } from '../../../text/login-steps.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { CodeKind } from './credentials.ts';

type CodeFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  kind: Exclude<CodeKind, null>;
  onChoose: (kind: CodeKind) => void;
};

/** The code of the second factor. The field appears after a correct name and password and takes the focus. */
export default function CodeField({ kind, onChoose, ...field }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const isApp = kind === 'app';
  return (
    <>
      {isApp && <Notice tone="info">{text.secondFactor}</Notice>}
      <TextField
        {...field}
        ref={input}
        label={isApp ? text.code : text.recoveryCode}
        hint={isApp ? text.codeHint : text.recoveryCodeHint}
        name="code"
        autoComplete={isApp ? 'one-time-code' : 'off'}
        inputMode={isApp ? 'numeric' : 'text'}
        autoCapitalize="characters"
        maxLength={64}
        required
      />
      <Button look="quiet" onClick={() => onChoose(isApp ? 'recovery' : 'app')}>
        {isApp ? text.withRecoveryCode : text.withAppCode}
      </Button>
    </>
  );
}
