import { contactDialogText, type ContactRole } from '../../text/contact.ts';
import { uiText } from '../../text/ui.ts';
import { config } from '../api/config.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { LinkedText } from '../ui/LinkedText.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Link, usePlace } from '../ui/navigation.tsx';

// Patients and clinicians have different contacts.
const roleOfPage: Readonly<Record<string, ContactRole>> = {
  [paths.loginPatient]: 'patient',
  [paths.loginClinician]: 'clinician',
};

export default function ContactDialog({ onClose }: { onClose: () => void }) {
  const { pathname } = usePlace();
  return (
    <Modal
      title={contactDialogText.title}
      dismissal="free"
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiText.close}</Button>}
    >
      <ContactText role={roleOfPage[pathname] ?? 'anonymous'} />
      <p>
        <Link to={paths.contact} onClick={onClose}>
          {contactDialogText.more}
        </Link>
      </p>
    </Modal>
  );
}

type ContactTextProps = { role: ContactRole; clinicContact?: string | undefined };

/** The contacts of each role (product 2.7). */
export function ContactText({ role, clinicContact }: ContactTextProps) {
  const email = config().support_email;
  return (
    <>
      <p>{contactDialogText[role]}</p>
      {clinicContact && (
        <p>
          <span>{`${contactDialogText.clinicContact} `}</span>
          <strong>
            <LinkedText text={clinicContact} />
          </strong>
        </p>
      )}
      <p>
        <span>{`${contactDialogText.support} `}</span>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
    </>
  );
}
