import { Link, useLocation } from 'react-router';
import { contactDialogText, type ContactRole } from '../../text/frame.ts';
import { uiText } from '../../text/ui.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import { ContactText } from './ContactText.tsx';

// Whoever is about to log in as a patient or clinician has their own people to ask.
const roleOfPage: Readonly<Record<string, ContactRole>> = {
  [paths.loginPatient]: 'patient',
  [paths.loginClinician]: 'clinician',
};

export function ContactDialog({ onClose }: { onClose: () => void }) {
  const { pathname } = useLocation();
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
