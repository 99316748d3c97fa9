import { type FormEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { UserType } from '../../../contract/accounts.ts';
import { loginFormText, loginText } from '../../../text/login.ts';
import { logIn as callLogIn } from '../../api/log-in.ts';
import { signIn } from '../../api/session.ts';
import { homePath, homeState, validRedirect } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Form } from '../../ui/Form.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ClinicField } from './ClinicField.tsx';
import {
  loginFailure,
  type LoginForm,
  loginProblems,
  type LoginProblems,
  loginRequest,
  loginRoute,
} from './credentials.ts';
import css from './login.module.css';
import { useClinics } from './use-clinics.ts';

const emptyForm: LoginForm = { clinic: '', username: '', password: '' };

/** The login of one user type (spec 2 and 5). */
export function Login({ userType }: { userType: UserType }) {
  const words = loginText[userType];
  const clinics = useClinics();
  const logIn = useLogIn(userType);
  const [typed, setForm] = useState(emptyForm);
  const [problems, setProblems] = useState<LoginProblems>({});
  const form = { ...typed, clinic: typed.clinic || onlyClinic(clinics) };

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = loginProblems(userType, form);
    setProblems(found);
    if (Object.keys(found).length === 0 && !logIn.isPending) void logIn.start(form);
  }

  const field = (name: keyof LoginForm) => ({
    value: form[name],
    error: problems[name],
    onChange: (value: string) => setForm({ ...form, [name]: value }),
  });

  return (
    <div className={css.page}>
      <div className={css.heading}>
        <h1>{words.title}</h1>
        <p className={css.lead}>{words.lead}</p>
      </div>
      <Card>
        <Form problems={problems} onSubmit={submit}>
          <ClinicField {...field('clinic')} state={clinics} />
          <TextField
            {...field('username')}
            label={words.username}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={255}
            required
          />
          <SecretField {...field('password')} userType={userType} />
          {logIn.failure && <Notice tone="error">{logIn.failure}</Notice>}
          <Button type="submit" wide pending={logIn.isPending}>
            {loginFormText.submit}
          </Button>
        </Form>
        <ForgottenHelp userType={userType} />
      </Card>
    </div>
  );
}

type SecretFieldProps = {
  userType: UserType;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

// A patient's password is the birth date.
function SecretField({ userType, ...field }: SecretFieldProps) {
  const { password } = loginText[userType];
  if (userType === 'patient')
    return <DateField {...field} label={password} hint={loginFormText.birthDateHint} secret required />;
  return (
    <PasswordField {...field} label={password} name="password" autoComplete="current-password" required />
  );
}

function ForgottenHelp({ userType }: { userType: UserType }) {
  const isPatient = userType === 'patient';
  return (
    <details className={css.help}>
      <summary>
        <Icon name="chevron-down" />
        {isPatient ? loginFormText.forgottenTitle : loginFormText.staffForgottenTitle}
      </summary>
      <p>{isPatient ? loginFormText.forgotten : loginFormText.staffForgotten[userType]}</p>
    </details>
  );
}

function useLogIn(userType: UserType) {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function start(form: LoginForm) {
    setIsPending(true);
    setFailure(undefined);
    try {
      signIn(await callLogIn(loginRoute[userType], loginRequest(userType, form)));
      const redirectTo = validRedirect(parameters.get('redirectTo'));
      if (redirectTo) await navigate(redirectTo, { replace: true });
      else await navigate(homePath[userType], { replace: true, state: homeState[userType] });
    } catch (error) {
      setFailure(loginFailure(error));
      setIsPending(false);
    }
  }

  return { start, isPending, failure };
}

function onlyClinic(state: ReturnType<typeof useClinics>): string {
  if (state.kind !== 'loaded' || state.clinics.length !== 1) return '';
  return state.clinics[0]?.id ?? '';
}
