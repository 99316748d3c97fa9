import { useRef, useState } from 'react';
import type { ErrorCode } from '../../../contract/errors.ts';
import { tooManyAttemptsText } from '../../../text/login.ts';
import { secondFactorText } from '../../../text/second-factor.ts';
import { CallFailed, codeOf, isNetworkFailure } from '../../api/failure.ts';
import { newKey } from '../../api/retry-key.ts';

export type FactorForm = { password: string; code: string };
export type FactorProblems = Partial<Record<keyof FactorForm, string>>;

const fieldOfCode: Partial<Record<ErrorCode, keyof FactorForm>> = {
  password_wrong: 'password',
  code_wrong: 'code',
};

const missing = {
  password: secondFactorText.passwordMissing,
  code: secondFactorText.codeMissing,
} as const satisfies Record<keyof FactorForm, string>;

/**
 * A form that asks for password, code or both, and the call it makes. `send` gets a key that stays the same for a
 * repetition after a lost answer (R26): so recovery codes that were made and never arrived are shown after all.
 */
export function useFactorCall<T>(
  asked: readonly (keyof FactorForm)[],
  send: (form: FactorForm, key: string) => Promise<T>,
  onDone: (answer: T) => void,
) {
  const [form, setForm] = useState<FactorForm>({ password: '', code: '' });
  const [problems, setProblems] = useState<FactorProblems>({});
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const key = useRef(newKey());

  function change(changed: Partial<FactorForm>) {
    key.current = newKey();
    setForm({ ...form, ...changed });
  }

  async function start() {
    setIsPending(true);
    setFailure(undefined);
    try {
      onDone(await send(form, key.current));
    } catch (error) {
      if (!isNetworkFailure(error)) key.current = newKey();
      const field = fieldOfCode[codeOf(error) ?? 'INTERNAL'];
      if (field) setProblems({ [field]: refusalText(error) });
      else setFailure(refusalText(error));
      setIsPending(false);
    }
  }

  function submit() {
    const found = Object.fromEntries(
      asked.filter((name) => form[name].trim() === '').map((name) => [name, missing[name]]),
    );
    setProblems(found);
    if (Object.keys(found).length === 0 && !isPending) void start();
  }

  return { form, problems, failure, isPending, change, submit };
}

/** The server's sentence for a refusal; a general one where nothing is known. */
export function refusalText(error: unknown): string {
  if (codeOf(error) === 'too_many_attempts')
    return tooManyAttemptsText(error instanceof CallFailed ? error.retryAfter : null);
  return (error instanceof CallFailed && error.problem?.title) || secondFactorText.failure;
}
