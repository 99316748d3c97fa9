import { patientHomeText as text } from '../../../text/patient.ts';
import type { UserInfo } from '../../api/session.ts';
import css from './patient.module.css';

export function Profile({ user }: { user: UserInfo }) {
  return (
    <dl className={css.facts}>
      <dt>{text.id}</dt>
      <dd>{user.userName}</dd>
      <dt>{text.clinic}</dt>
      <dd>{user.clinicName}</dd>
    </dl>
  );
}

export function Clinic({ user }: { user: UserInfo }) {
  const { clinicContact: contact, clinicName } = user;
  if (!contact) return <p>{text.noContact}</p>;
  return (
    <div className={css.clinic}>
      <p>{text.forgotten}</p>
      <dl className={css.facts}>
        <dt>{text.clinic}</dt>
        <dd>{clinicName}</dd>
        <dt>{text.contact}</dt>
        <dd>{contact.includes('@') ? <a href={`mailto:${contact}`}>{contact}</a> : contact}</dd>
      </dl>
    </div>
  );
}
