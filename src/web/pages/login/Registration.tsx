import type { FormEvent } from 'react';
import { registrationText } from '../../../text/registration.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ClinicField } from './ClinicField.tsx';
import css from './login.module.css';
import { Registered } from './Registered.tsx';
import { useClinics } from './use-clinics.ts';
import { useRegistration } from './use-registration.ts';

/** Registers the admin of a clinic (product 2). */
export default function Registration() {
  const clinics = useClinics();
  const { form, problems, failure, isPending, password, change, submit } = useRegistration();
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  if (password !== undefined) return <Registered username={form.username.trim()} password={password} />;
  return (
    <div className={css.page}>
      <div className={css.heading}>
        <h1>{registrationText.title}</h1>
        <p className={css.lead}>{registrationText.lead}</p>
      </div>
      <Card>
        <Form problems={problems} onSubmit={submitForm}>
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
