import { Suspense, useEffect, useState } from 'react';
import type { UserType } from '../../../contract/accounts.ts';
import { codeWrongText, loginFailureText, loginFormText, loginText } from '../../../text/login.ts';
import { lazyPart } from '../../api/chunk.ts';
import { codeOf, statusOf } from '../../api/failure.ts';
import { logIn } from '../../api/log-in.ts';
import { signIn, lastClinicId } from '../../api/session.ts';
import { isOnPurpose, useSessionEnd } from '../../api/session-end.ts';
import type { TaskWork } from '../../api/solve-task.ts';
import { useForm } from '../../api/use-form.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ClinicField, useClinics, type ClinicsState } from './ClinicField.tsx';
import {
  type CodeKind,
  loginFailure,
  type LoginForm,
  loginProblems,
  loginRequest,
  loginRoute,
} from './credentials.ts';
import css from './login.module.css';
import { Icon } from '../../ui/Icon.tsx';
import { LinkedText } from '../../ui/LinkedText.tsx';
import { readCookie, writeCookie } from '../../api/cookie.ts';
import { usePlace } from '../../ui/navigation.tsx';

// Few logins need them, and the first page is small without them.
const CodeField = lazyPart(() => import('./CodeField.tsx'));
const TaskNotice = lazyPart(() => import('./TaskNotice.tsx'));

/** The form of the login. The typed values stay when the server asks for a code. */
function useLogin(userType: UserType) {
  const clinics = useClinics();
  const preset = usePresetClinic(clinics);
  // Failed tries of this account, and of all.
  const [failures, setFailures] = useState({ own: 0, all: 0 });
  const [codeKind, setCodeKind] = useState<CodeKind>(null);
  const [work, setWork] = useState<TaskWork | null>(null);
  // Leaving the page stops the work.
  useEffect(() => work?.cancel, [work?.cancel]);
  const whole = (typed: LoginForm) => ({ ...typed, clinic: typed.clinic || preset });
  const form = useForm({
    defaults: { clinic: '', username: '', password: '', code: '' },
    check: (typed) => loginProblems(userType, whole(typed), codeKind),
    send: (typed) => logIn(loginRoute[userType], loginRequest(userType, whole(typed), codeKind), setWork),
    onRefused: (error) => {
      const code = codeOf(error);
      if (code === 'second_factor_wrong') return { code: codeWrongText[codeKind ?? 'app'] };
      if (statusOf(error) === 401 && code !== 'second_factor_required')
        setFailures({ own: failures.own + 1, all: failures.all + 1 });
      if (code !== 'second_factor_required') return { form: loginFailure(error) };
      setCodeKind(codeKind ?? 'app');
      return undefined;
    },
    // The page for visitors then leads on.
    onDone: (answer) => {
      rememberClinic(answer.clinic_id);
      signIn(answer, failures.own);
    },
  });
  const changeAccount = (changed: Partial<LoginForm>) => {
    form.change(changed);
    setFailures({ ...failures, own: 0 });
    // Another account may have no second factor.
    setCodeKind(null);
  };
  const chooseCode = (kind: CodeKind) => {
    setCodeKind(kind);
    form.change({ code: '' });
    form.refuse({ form: form.failure });
  };
  const { clinic } = whole(form.values);
  return { form, clinics, clinic, codeKind, work, failures, changeAccount, chooseCode };
}

/** The login of one user type (product 2.5 and 5.1). */
export function Login({ userType }: { userType: UserType }) {
  const { form, clinics, clinic, codeKind, work, failures, changeAccount, chooseCode } = useLogin(userType);
  const chosen = clinics.kind === 'loaded' ? clinics.clinics.find(({ id }) => id === clinic) : undefined;
  const words = loginText[userType];
  return (
    <div className={`stack gap-4 reading ${css.page}`}>
      <div className={`stack gap-1 ${css.heading}`}>
        <h1>{words.title}</h1>
        <p className="muted">{words.lead}</p>
      </div>
      <Farewell />
      <Card>
        <Form {...form.bind}>
          <ClinicField
            {...form.field('clinic')}
            state={clinics}
            value={clinic}
            onChange={(id) => changeAccount({ clinic: id })}
          />
          <TextField
            {...form.field('username')}
            onChange={(username) => changeAccount({ username })}
            label={words.username}
            name="username"
            // The next person at a shared device must not be offered the ID of a patient (R61).
            autoComplete={userType === 'patient' ? 'off' : 'username'}
            autoCapitalize="none"
            maxLength={255}
            required
          />
          <SecretField {...form.field('password')} userType={userType} />
          <Suspense>
            {codeKind && (
              <CodeField key={codeKind} {...form.field('code')} kind={codeKind} onChoose={chooseCode} />
            )}
          </Suspense>
          {form.failure && <Failure sentence={form.failure} userType={userType} />}
          <Button type="submit" wide pending={form.isPending}>
            {loginFormText.submit}
          </Button>
          <Suspense>{work && <TaskNotice work={work} userType={userType} />}</Suspense>
        </Form>
        <ForgottenHelp userType={userType} clinic={chosen} isOpen={failures.all > 1} />
      </Card>
    </div>
  );
}

/** Why the login failed. A patient has only a code and a date to check. */
function Failure({ sentence, userType }: { sentence: string; userType: UserType }) {
  const hint =
    userType === 'patient' && sentence === loginFailureText.credentials_wrong && loginFormText.checkTyped;
  return (
    <Notice tone="error">
      <p>{sentence}</p>
      {hint && <p>{hint}</p>}
    </Notice>
  );
}

/** Says after a logout that it is done. */
function Farewell() {
  const ended = useSessionEnd();
  if (!ended || !isOnPurpose(ended.end)) return null;
  return <Notice tone="success">{ended.sentence}</Notice>;
}

type FieldProps = { value: string; error: string | undefined; onChange: (value: string) => void };

// A patient's password is the birth date.
function SecretField({ userType, ...field }: FieldProps & { userType: UserType }) {
  const { password } = loginText[userType];
  if (userType === 'patient')
    return (
      <DateField
        {...field}
        label={password}
        hint={loginFormText.birthDateHint}
        placeholder=""
        birthDate
        required
      />
    );
  return (
    <PasswordField {...field} label={password} name="password" autoComplete="current-password" required />
  );
}

type ForgottenHelpProps = {
  userType: UserType;
  clinic: { name: string; contact: string } | undefined;
  isOpen: boolean;
};

/** What to do without the ID or password. It opens by itself after the second failure. */
function ForgottenHelp({ userType, clinic, isOpen }: ForgottenHelpProps) {
  const isPatient = userType === 'patient';
  return (
    <details className={css.help} open={isOpen}>
      <summary>
        <Icon name="chevron-down" />
        <span>{isPatient ? loginFormText.forgottenTitle : loginFormText.staffForgottenTitle}</span>
      </summary>
      <p>{isPatient ? loginFormText.forgotten : loginFormText.staffForgotten[userType]}</p>
      {isPatient && clinic?.contact && (
        <p>
          <span>{loginFormText.askClinic(clinic.name)}</span>
          <LinkedText text={clinic.contact} />
        </p>
      )}
    </details>
  );
}

const COOKIE = 'clinic';

/** The clinic of the last login in this browser stays known; the ID does not (record 068). */
function rememberClinic(id: string): void {
  writeCookie(COOKIE, id);
}

/**
 * The clinic that the form begins with: that of the link, else the remembered one or that of the session before, else the only one. ''
 * for none.
 */
function usePresetClinic(state: ClinicsState): string {
  const asked = new URLSearchParams(usePlace().search).get('klinik');
  if (state.kind !== 'loaded') return '';
  const { clinics } = state;
  const known = [asked, readCookie(COOKIE), lastClinicId.get()].find((id) =>
    clinics.some((clinic) => clinic.id === id),
  );
  return known ?? (clinics.length === 1 ? (clinics[0]?.id ?? '') : '');
}
