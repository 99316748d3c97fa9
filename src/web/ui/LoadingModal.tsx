import { uiText } from '../../text/ui.ts';
import { Modal } from './Modal.tsx';
import { Spinner } from './Spinner.tsx';

type LoadingModalProps = {
  /** Gives up the wait. Without it the page stays covered. */
  onClose?: () => void;
};

/** Covers the page while its data (product 2) or a dialog load. */
export function LoadingModal({ onClose }: LoadingModalProps) {
  const dismissal = onClose ? 'explicit' : 'static';
  return (
    <Modal
      title={uiText.loadingTitle}
      size="small"
      dismissal={dismissal}
      late
      onClose={onClose ?? (() => {})}
    >
      <Spinner label={uiText.loading} />
    </Modal>
  );
}
