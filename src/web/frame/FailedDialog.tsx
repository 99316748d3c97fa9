import { errorPageText } from '../../text/frame.ts';
import { uiText } from '../../text/ui.ts';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';

/** In place of a dialog that could not be loaded: the page below stays as it is. */
export function FailedDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      title={errorPageText.chunkTitle}
      size="small"
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {uiText.close}
          </Button>
          <Button onClick={() => location.reload()}>{errorPageText.reload}</Button>
        </>
      }
    >
      <p>{errorPageText.chunk}</p>
      <p>{errorPageText.chunkCode}</p>
    </Modal>
  );
}
