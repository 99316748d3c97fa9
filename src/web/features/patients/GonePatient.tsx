import { patientText as text } from '../../../text/patients.ts';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';

/** In place of what was asked of a patient who is in the list no more: what has happened meanwhile. */
export function GonePatient({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      title={text.goneTitle}
      size="small"
      role="alertdialog"
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiText.close}</Button>}
    >
      <p>{text.gone}</p>
    </Modal>
  );
}
