import { uiText } from '../../text/ui.ts';
import { Modal } from './Modal.tsx';
import { Spinner } from './Spinner.tsx';

/** Covers the page while its data load (product 2). */
export function LoadingModal() {
  return (
    <Modal title={uiText.loadingTitle} size="small" dismissal="static" late onClose={() => {}}>
      <Spinner label={uiText.loading} />
    </Modal>
  );
}
