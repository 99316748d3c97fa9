import { contactDialogText, type ContactRole } from '../../text/frame.ts';
import { config } from '../api/config.ts';

/** Whom to ask, by role (product 6). */
export function ContactText({
  role,
  clinicContact,
}: {
  role: ContactRole;
  clinicContact?: string | undefined;
}) {
  const email = config().support_email;
  return (
    <>
      <p>{contactDialogText[role]}</p>
      {clinicContact && (
        <p>
          {contactDialogText.clinicContact} <strong>{clinicContact}</strong>
        </p>
      )}
      <p>
        {contactDialogText.support} <a href={`mailto:${email}`}>{email}</a>
      </p>
    </>
  );
}
