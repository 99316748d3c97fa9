import { useRef, useState } from 'react';
import { passwordDialogText } from '../../text/password.ts';
import { call, newKey } from '../api/call.ts';
import { CallFailed, codeOf, fieldErrorsOf, isNetworkFailure } from '../api/failure.ts';
import { mustChangePassword, session } from '../api/session.ts';
import { type PasswordForm, type PasswordProblems, passwordProblems } from './password-check.ts';

/** The state of the password form; calls `onChanged` when the new password holds. */
export function usePasswordChange(onChanged: () => void) {
  const [form, setForm] = useState<PasswordForm>({ old: '', new: '', confirmed: '' });
  const [problems, setProblems] = useState<PasswordProblems>({});
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  // The same key for a repetition after a lost answer, a new one for everything else (R26).
  const key = useRef(newKey());

  function change(changed: Partial<PasswordForm>) {
    key.current = newKey();
    setForm({ ...form, ...changed });
  }

  async function send() {
    setIsPending(true);
    setFailure(undefined);
    try {
      await call('changePassword', { body: requestOf(form), key: key.current });
      mustChangePassword.set(false);
      onChanged();
    } catch (error) {
      if (!isNetworkFailure(error)) key.current = newKey();
      setProblems(problemsOf(error));
      setFailure(failureOf(error));
    } finally {
      setIsPending(false);
    }
  }

  function submit() {
    const user = session.get();
    const found = passwordProblems(form, user ? [user.userName, user.clinicName] : []);
    setProblems(found);
    if (Object.keys(found).length === 0 && !isPending) void send();
  }

  return { form, problems, failure, isPending, change, submit };
}

function requestOf(form: PasswordForm) {
  return { old_password: form.old, new_password: form.new, confirmed_new_password: form.confirmed };
}

// The server's refusals of single fields, where it names them.
function problemsOf(error: unknown): PasswordProblems {
  const { old_password, new_password, confirmed_new_password } = fieldErrorsOf(error);
  return {
    ...(old_password && { old: old_password.message }),
    ...(new_password && { new: new_password.message }),
    ...(confirmed_new_password && { confirmed: confirmed_new_password.message }),
  };
}

function failureOf(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === 'old_password_wrong' || code === 'too_many_attempts')
    return error instanceof CallFailed ? error.problem?.title : undefined;
  return passwordDialogText.failure;
}
