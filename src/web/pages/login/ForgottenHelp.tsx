import type { UserType } from '../../../contract/accounts.ts';
import { loginFormText as text } from '../../../text/login.ts';
import { Icon } from '../../ui/Icon.tsx';
import { LinkedText } from '../../ui/LinkedText.tsx';
import css from './login.module.css';

type ForgottenHelpProps = {
  userType: UserType;
  clinic: { name: string; contact: string } | undefined;
  isOpen: boolean;
};

/** What to do without the ID or password. It opens by itself after the second failure. */
export function ForgottenHelp({ userType, clinic, isOpen }: ForgottenHelpProps) {
  const isPatient = userType === 'patient';
  return (
    <details className={css.help} open={isOpen}>
      <summary>
        <Icon name="chevron-down" />
        <span>{isPatient ? text.forgottenTitle : text.staffForgottenTitle}</span>
      </summary>
      <p>{isPatient ? text.forgotten : text.staffForgotten[userType]}</p>
      {isPatient && clinic?.contact && (
        <p>
          <span>{text.askClinic(clinic.name)}</span>
          <LinkedText text={clinic.contact} />
        </p>
      )}
    </details>
  );
}
