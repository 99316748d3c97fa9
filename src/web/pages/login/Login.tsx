import { lazy, Suspense, useEffect, useState } from 'react';
import type { LoginAnswer, UserType } from '../../../contract/accounts.ts';
import { codeWrongText, loginFormText, loginText } from '../../../text/login.ts';
import { loadChunk } from '../../api/chunk.ts';
import { codeOf } from '../../api/failure.ts';
import { logIn } from '../../api/log-in.ts';
import { signIn } from '../../api/session.ts';
import type { TaskWork } from '../../api/solve-task.ts';
import { useForm } from '../../api/use-form.ts';
import { homePath, homeState, knownPath } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Form } from '../../ui/Form.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ClinicField, onlyClinic, useClinics } from './ClinicField.tsx';
import {
  type CodeKind,
  loginFailure,
  type LoginForm,
  loginProblems,
  loginRequest,
  loginRoute,
} from './credentials.ts';
import css from './login.module.css';
import { navigate, usePlace } from '../../ui/navigation.tsx';

// Few logins need them, and the first page is small without them.
const CodeField = lazy(loadChunk(() => import('./CodeField.tsx')));
const TaskNotice = lazy(loadChunk(() => import('./TaskNotice.tsx')));

/** The form of the login. The typed values stay when the server asks for a code. */
function useLogin(userType: UserType) {
  const clinics = useClinics();
  const enter = useEntry(userType);
  const [codeKind, setCodeKind] = useState<CodeKind>(null);
  const [work, setWork] = useState<TaskWork | null>(null);
  // Leaving the page stops the work.
  useEffect(() => work?.cancel, [work?.cancel]);
  const whole = (typed: LoginForm) => ({ ...typed, clinic: typed.clinic || onlyClinic(clinics) });
  const form = useForm({
    defaults: { clinic: '', username: '', password: '', code: '' },
    check: (typed) => loginProblems(userType, whole(typed), codeKind),
    send: (typed) => logIn(loginRoute[userType], loginRequest(userType, whole(typed), codeKind), setWork),
    onRefused: (error) => {
      const code = codeOf(error);
      if (code === 'second_factor_wrong') return { code: codeWrongText[codeKind ?? 'app'] };
      if (code !== 'second_factor_required') return { form: loginFailure(error) };
      setCodeKind(codeKind ?? 'app');
      return undefined;
    },
    onDone: enter,
  });
  const changeAccount = (changed: Partial<LoginForm>) => {
    form.change(changed);
    // Another account may have no second factor.
    setCodeKind(null);
  };
  const chooseCode = (kind: CodeKind) => {
    setCodeKind(kind);
    form.change({ code: '' });
    form.refuse({ form: form.failure });
  };
  return { form, clinics, clinic: whole(form.values).clinic, codeKind, work, changeAccount, chooseCode };
}

/** The login of one user type (product 2.5 and 5.1). */
export function Login({ userType }: { userType: UserType }) {
  const { form, clinics, clinic, codeKind, work, changeAccount, chooseCode } = useLogin(userType);
  const words = loginText[userType];
  return (
    <div className={css.page}>
      <div className={css.heading}>
        <h1>{words.title}</h1>
        <p className={css.lead}>{words.lead}</p>
      </div>
      <Card>
        <Form {...form.bind}>
          <ClinicField
            {...form.field('clinic')}
            state={clinics}
            value={clinic}
            onChange={(chosen) => changeAccount({ clinic: chosen })}
          />
          <TextField
            {...form.field('username')}
            onChange={(username) => changeAccount({ username })}
            label={words.username}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={255}
            required
          />
          <SecretField {...form.field('password')} userType={userType} />
          <Suspense>
            {codeKind && (
              <CodeField key={codeKind} {...form.field('code')} kind={codeKind} onChoose={chooseCode} />
            )}
          </Suspense>
          {form.failure && <Notice tone="error">{form.failure}</Notice>}
          <Button type="submit" wide pending={form.isPending}>
            {loginFormText.submit}
          </Button>
          <Suspense>{work && <TaskNotice work={work} userType={userType} />}</Suspense>
        </Form>
        <ForgottenHelp userType={userType} />
      </Card>
    </div>
  );
}

/** Signs the user in and opens the requested page or the home page. */
function useEntry(userType: UserType) {
  const { search } = usePlace();
  return (answer: LoginAnswer) => {
    signIn(answer);
    const redirectTo = knownPath(new URLSearchParams(search).get('redirectTo'));
    if (redirectTo) navigate(redirectTo, { replace: true });
    else navigate(homePath[userType], { replace: true, state: homeState[userType] });
  };
}

type FieldProps = { value: string; error: string | undefined; onChange: (value: string) => void };

// A patient's password is the birth date.
function SecretField({ userType, ...field }: FieldProps & { userType: UserType }) {
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
