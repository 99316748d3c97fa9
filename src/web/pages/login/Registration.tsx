import { useEffect, useRef, useState } from 'react';
import { usernameText } from '../../../text/fields.ts';
import { loginFormText } from '../../../text/login.ts';
import { registrationText as text } from '../../../text/registration.ts';
import { codeOf, fieldErrorsOf, isNetworkFailure, statusOf } from '../../api/failure.ts';
import type { Problems } from '../../api/form.ts';
import { failureSentence } from '../../api/failed-action.ts';
import { useForm } from '../../api/use-form.ts';
import { sentUsername, usernameInput, usernameProblem } from '../../features/clinicians/username.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SecretOnce } from '../../ui/SecretOnce.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ClinicField, useClinics } from './ClinicField.tsx';
import css from './login.module.css';
import { Link } from '../../ui/navigation.tsx';

type Account = { username: string; password: string };

/** Registers the admin of a clinic (product 2.6). */
export default function Registration() {
  const [account, setAccount] = useState<Account>();
  return account ? <Registered {...account} /> : <RegistrationForm onRegistered={setAccount} />;
}

function RegistrationForm({ onRegistered }: { onRegistered: (account: Account) => void }) {
  const clinics = useClinics();
  const form = useForm({
    defaults: { clinic: '', username: '' },
    check: ({ clinic, username }) => ({
      clinic: clinic === '' ? loginFormText.clinicMissing : undefined,
      username: usernameProblem(username),
    }),
    send: ({ clinic, username }, call) =>
      call('registerAdmin', { body: { clinic_id: clinic, username: sentUsername(username) } }),
    onRefused: refusalOf,
    onDone: ({ data }, { username }) => onRegistered({ username: sentUsername(username), password: data }),
  });
  return (
    <div className={`stack gap-4 reading ${css.page}`}>
      <div className={`stack gap-1 ${css.heading}`}>
        <h1>{text.title}</h1>
        <p className="muted">{text.lead}</p>
      </div>
      <Card>
        <Form {...form.bind}>
          <ClinicField {...form.field('clinic')} state={clinics} />
          <TextField
            {...form.field('username')}
            {...usernameInput}
            label={text.username}
            hint={text.usernameHint}
          />
          {form.failure && <Notice tone="error">{form.failure}</Notice>}
          <Button type="submit" wide pending={form.isPending}>
            {text.submit}
          </Button>
        </Form>
      </Card>
    </div>
  );
}

/** The field that a refusal belongs to, or the whole form (product 8.5). */
function refusalOf(error: unknown): Problems<{ clinic: string; username: string }> {
  if (codeOf(error) === 'clinic_has_admin') return { clinic: text.clinicHasAdmin };
  if (statusOf(error) === 400)
    return { username: fieldErrorsOf(error)['username']?.message ?? usernameText.special_characters };
  const isExplained = isNetworkFailure(error) || codeOf(error) !== null;
  return { form: isExplained ? failureSentence('register', error) : text.failure };
}

/** The result of a registration: the password, shown only once, and the next step. */
function Registered({ username, password }: Account) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={`stack gap-4 reading ${css.page}`}>
      <h1 ref={heading} tabIndex={-1}>
        {text.doneTitle}
      </h1>
      <Card>
        <p>
          <span>{`${text.username}: `}</span>
          <strong>{username}</strong>
        </p>
        <p>{text.passwordOnce}</p>
        <SecretOnce label={text.password} secret={password} />
        <Notice tone="warning">{text.activation}</Notice>
        <Link className={buttonClass('primary', true)} to={paths.loginAdmin}>
          {text.toLogin}
        </Link>
      </Card>
    </div>
  );
}
