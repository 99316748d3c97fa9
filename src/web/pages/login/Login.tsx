import { type FormEvent, useState } from 'react';
import type { UserType } from '../../../contract/accounts.ts';
import { codeWrongText, loginFormText, loginText } from '../../../text/login.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DateField } from '../../ui/DateField.tsx';
import { Form } from '../../ui/Form.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ClinicField } from './ClinicField.tsx';
import { CodeField } from './CodeField.tsx';
import { type CodeKind, type LoginForm, loginProblems, type LoginProblems } from './credentials.ts';
import css from './login.module.css';
import { useClinics } from './use-clinics.ts';
import { useLogIn } from './use-log-in.ts';

const emptyForm: LoginForm = { clinic: '', username: '', password: '', code: '' };

/** The login of one user type (spec 2 and 5). */
export function Login({ userType }: { userType: UserType }) {
  const words = loginText[userType];
  const clinics = useClinics();
  const logIn = useLogIn(userType);
  const [typed, setForm] = useState(emptyForm);
  const [problems, setProblems] = useState<LoginProblems>({});
  const [codeKind, setCodeKind] = useState<CodeKind>(null);
  const form = { ...typed, clinic: typed.clinic || onlyClinic(clinics) };

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = loginProblems(userType, form, codeKind);
    setProblems(found);
    if (Object.keys(found).length > 0 || logIn.isPending) return;
    const refusal = await logIn.start(form, codeKind);
    if (refusal === 'second_factor_required') setCodeKind(codeKind ?? 'app');
    if (refusal === 'second_factor_wrong') setProblems({ code: codeWrongText[codeKind ?? 'app'] });
  }

  function change(name: keyof LoginForm, value: string) {
    setForm({ ...form, [name]: value });
    // Somebody else may have no second factor.
    if (name === 'clinic' || name === 'username') setCodeKind(null);
  }

  function chooseCode(kind: CodeKind) {
    setCodeKind(kind);
    setForm({ ...form, code: '' });
    setProblems({});
  }

  const field = (name: keyof LoginForm) => ({
    value: form[name],
    error: problems[name],
    onChange: (value: string) => change(name, value),
  });

  return (
    <div className={css.page}>
      <div className={css.heading}>
        <h1>{words.title}</h1>
        <p className={css.lead}>{words.lead}</p>
      </div>
      <Card>
        <Form problems={problems} onSubmit={(event) => void submit(event)}>
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
          {codeKind && <CodeField key={codeKind} {...field('code')} kind={codeKind} onChoose={chooseCode} />}
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

function onlyClinic(state: ReturnType<typeof useClinics>): string {
  if (state.kind !== 'loaded' || state.clinics.length !== 1) return '';
  return state.clinics[0]?.id ?? '';
}
