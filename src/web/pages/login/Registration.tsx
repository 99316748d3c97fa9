import { type FormEvent, useRef, useState } from 'react';
import { registrationText } from '../../../text/login.ts';
import { call, newKey } from '../../api/call.ts';
import { isNetworkFailure } from '../../api/failure.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ClinicField } from './ClinicField.tsx';
import css from './login.module.css';
import { Registered } from './Registered.tsx';
import {
  type RegistrationForm,
  registrationProblems,
  type RegistrationProblems,
  registrationRefusal,
} from './registration.ts';
import { useClinics } from './use-clinics.ts';

/** Registers the admin of a clinic (spec 2). */
export default function Registration() {
  const clinics = useClinics();
  const [form, setForm] = useState<RegistrationForm>({ clinic: '', username: '' });
  const [problems, setProblems] = useState<RegistrationProblems>({});
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  const [password, setPassword] = useState<string>();
  // The same key for a repetition after a lost answer, a new one after every answer (R26).
  const key = useRef(newKey());

  async function register() {
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

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = registrationProblems(form);
    setProblems(found);
    if (Object.keys(found).length === 0 && !isPending) void register();
  }

  // Another request needs another key.
  const change = (changed: Partial<RegistrationForm>) => {
    key.current = newKey();
    setForm({ ...form, ...changed });
  };

  if (password !== undefined) return <Registered username={form.username.trim()} password={password} />;
  return (
    <div className={css.page}>
      <div className={css.heading}>
        <h1>{registrationText.title}</h1>
        <p className={css.lead}>{registrationText.lead}</p>
      </div>
      <Card>
        <Form problems={problems} onSubmit={submit}>
          <ClinicField
            state={clinics}
            value={form.clinic}
            error={problems.clinic}
            onChange={(clinic) => change({ clinic })}
          />
          <TextField
            label={registrationText.username}
            hint={registrationText.usernameHint}
            value={form.username}
            error={problems.username}
            onChange={(username) => change({ username })}
            name="username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          {failure && <Notice tone="error">{failure}</Notice>}
          <Button type="submit" wide pending={isPending}>
            {registrationText.submit}
          </Button>
        </Form>
      </Card>
    </div>
  );
}
