import type { ErrorCode } from '../../../contract/errors.ts';
import { tooManyAttemptsText } from '../../../text/login.ts';
import { secondFactorText as text } from '../../../text/second-factor.ts';
import { CallFailed, codeOf } from '../../api/failure.ts';
import type { Problems } from '../../api/form.ts';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';

/** The password and the code that a change of the second factor requires. */
export type Proof = { password: string; code: string };

export function passwordProblem(password: string): string | undefined {
  return password.trim() === '' ? text.passwordMissing : undefined;
}

export function codeProblem(code: string): string | undefined {
  return code.trim() === '' ? text.codeMissing : undefined;
}

const fieldOfCode: Partial<Record<ErrorCode, keyof Proof>> = {
  password_wrong: 'password',
  code_wrong: 'code',
};

/** The field that a refusal belongs to, or the whole form. */
export function refusedProof(error: unknown): Problems<Proof> {
  const code = codeOf(error);
  return { [(code && fieldOfCode[code]) ?? 'form']: refusalText(error) };
}

/** The server's sentence for a refusal, or a general one. */
export function refusalText(error: unknown): string {
  if (codeOf(error) === 'too_many_attempts')
    return tooManyAttemptsText(error instanceof CallFailed ? error.retryAfter : null);
  return (error instanceof CallFailed && error.problem?.title) || text.failure;
}

type FieldProps = { value: string; error: string | undefined; onChange: (value: string) => void };

export function OwnPasswordField(field: FieldProps) {
  return <PasswordField {...field} label={text.password} autoComplete="current-password" required />;
}

/** A code of the app; `any` also takes a recovery code. */
export function FactorCodeField({ any = false, ...field }: FieldProps & { any?: boolean }) {
  return (
    <TextField
      {...field}
      label={any ? text.anyCode : text.code}
      hint={any ? undefined : text.codeHint}
      autoComplete="one-time-code"
      inputMode={any ? 'text' : 'numeric'}
      autoCapitalize="characters"
      required
    />
  );
}
