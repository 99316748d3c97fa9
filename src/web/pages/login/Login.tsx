import type { UserType } from '../../../contract/accounts.ts';
import { loginFormText, loginText } from '../../../text/login.ts';
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
import css from './login.module.css';
import { useLoginForm } from './use-login-form.ts';

/** The login of one user type (product 2 and 5). */
export function Login({ userType }: { userType: UserType }) {
  const words = loginText[userType];
  const { clinics, problems, field, codeKind, chooseCode, submit, failure, isPending } =
    useLoginForm(userType);
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
          {codeKind && <CodeField key={codeKind} {...field('code')} kind={codeKind} onChoose={chooseCode} />}
          {failure && <Notice tone="error">{failure}</Notice>}
          <Button type="submit" wide pending={isPending}>
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
