import { secondFactorText as text } from '../../../text/second-factor.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { FactorForm, FactorProblems } from './use-factor-call.ts';

type FieldProps = {
  form: FactorForm;
  problems: FactorProblems;
  change: (changed: Partial<FactorForm>) => void;
};

export function OwnPasswordField({ form, problems, change }: FieldProps) {
  return (
    <PasswordField
      label={text.password}
      value={form.password}
      error={problems.password}
      onChange={(password) => change({ password })}
      autoComplete="current-password"
      required
    />
  );
}

/** A code of the app; `any` also takes a recovery code. */
export function CodeField({ form, problems, change, any = false }: FieldProps & { any?: boolean }) {
  return (
    <TextField
      label={any ? text.anyCode : text.code}
      hint={any ? undefined : text.codeHint}
      value={form.code}
      error={problems.code}
      onChange={(code) => change({ code })}
      autoComplete="one-time-code"
      inputMode={any ? 'text' : 'numeric'}
      autoCapitalize="characters"
      spellCheck={false}
      required
    />
  );
}
