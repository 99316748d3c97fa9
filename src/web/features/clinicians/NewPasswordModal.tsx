import { newPasswordText as text } from '../../../text/clinicians.ts';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { SecretOnce } from '../../ui/SecretOnce.tsx';

/** A generated password and whose it is. */
export type NewPassword = { kind: 'registered' | 'reset'; username: string; password: string };

type NewPasswordModalProps = { news: NewPassword; onClose: () => void };

/** The alert with a generated password (product 7): shown once, left by its button only. */
export function NewPasswordModal({ news, onClose }: NewPasswordModalProps) {
  const { kind, username, password } = news;
  return (
    <Modal
      title={text.title}
      role="alertdialog"
      dismissal="static"
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiText.close}</Button>}
    >
      <p>{text[kind](username)}</p>
      <SecretOnce label={text.label} secret={password} />
      <p>{text.once}</p>
    </Modal>
  );
}
