import { lazy, Suspense } from 'react';
import { patientHomeText as text } from '../../../text/patient.ts';
import type { UserInfo } from '../../api/session.ts';
import { loadChunk } from '../../api/chunk.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import css from './patient.module.css';

const ConsentInProfile = lazy(loadChunk(() => import('../../features/consent/ConsentInProfile.tsx')));

export function Profile({ user, asksConsent }: { user: UserInfo; asksConsent: boolean }) {
  return (
    <>
      <dl className={css.facts}>
        <dt>{text.id}</dt>
        <dd>{user.userName}</dd>
        <dt>{text.clinic}</dt>
        <dd>{user.clinicName}</dd>
      </dl>
      {asksConsent && (
        <Suspense fallback={<Spinner />}>
          <ConsentInProfile />
        </Suspense>
      )}
    </>
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
