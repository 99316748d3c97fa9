import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { isNetworkFailure } from '../../api/failure.ts';
import { newKey } from '../../api/retry-key.ts';
import {
  type RegistrationForm,
  registrationProblems,
  type RegistrationProblems,
  registrationRefusal,
} from './registration.ts';

/** The state of the registration form; `password` is there once the account is. */
export function useRegistration() {
  const [form, setForm] = useState<RegistrationForm>({ clinic: '', username: '' });
  const [problems, setProblems] = useState<RegistrationProblems>({});
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const [password, setPassword] = useState<string>();
  // The same key for a repetition after a lost answer, a new one for everything else (R26).
  const key = useRef(newKey());

  function change(changed: Partial<RegistrationForm>) {
    key.current = newKey();
    setForm({ ...form, ...changed });
  }

  async function send() {
    setIsPending(true);
    setFailure(undefined);
    try {
      const body = { clinic_id: form.clinic, username: form.username.trim() };
      const { data } = await call('registerAdmin', { body, key: key.current });
      setPassword(data);
    } catch (error) {
      if (!isNetworkFailure(error)) key.current = newKey();
      const refusal = registrationRefusal(error);
      setProblems(refusal.problems);
      setFailure(refusal.failure);
    } finally {
      setIsPending(false);
    }
  }

  function submit() {
    const found = registrationProblems(form);
    setProblems(found);
    if (Object.keys(found).length === 0 && !isPending) void send();
  }

  return { form, problems, failure, isPending, password, change, submit };
}
