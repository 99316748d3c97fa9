import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { registrationText } from '../../../text/registration.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SecretOnce } from '../../ui/SecretOnce.tsx';
import css from './login.module.css';

/** The result of a registration: the password, shown this once, and what happens next. */
export function Registered({ username, password }: { username: string; password: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.page}>
      <h1 ref={heading} tabIndex={-1}>
        {registrationText.doneTitle}
      </h1>
      <Card>
        <p>
          {registrationText.username}: <strong>{username}</strong>
        </p>
        <p>{registrationText.passwordOnce}</p>
        <SecretOnce label={registrationText.password} secret={password} />
        <Notice tone="warning">{registrationText.activation}</Notice>
        <Link className={buttonClass('primary', true)} to={paths.loginAdmin}>
          {registrationText.toLogin}
        </Link>
      </Card>
    </div>
  );
}
