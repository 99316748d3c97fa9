import { newPasswordText } from '../../../text/clinicians.ts';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { SecretOnce } from '../../ui/SecretOnce.tsx';

/** A generated password and its account. */
export type NewPassword = {
  kind: 'registered' | 'admin' | 'reset' | 'factor';
  username: string;
  password: string;
};

/** The alert with a generated password (product 2.17). It is shown once, and only its button closes it. */
export function NewPasswordModal({ news, onClose }: { news: NewPassword; onClose: () => void }) {
  const { kind, username, password } = news;
  return (
    <Modal
      title={newPasswordText.title}
      role="alertdialog"
      dismissal="static"
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiText.close}</Button>}
    >
      <p>{newPasswordText[kind](username)}</p>
      <SecretOnce label={newPasswordText.label} secret={password} />
      <p>{newPasswordText.once}</p>
    </Modal>
  );
}
