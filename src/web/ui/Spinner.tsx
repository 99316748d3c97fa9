import { uiText } from '../../text/ui.ts';
import { Modal } from './Modal.tsx';
import css from './Spinner.module.css';

/** Shown while a part of the page loads. */
export function Spinner({ label = uiText.pending }: { label?: string }) {
  return (
    <output className={`${css.box} ${css.late}`}>
      <span className={css.wheel} />
      <span>{label}</span>
    </output>
  );
}

/** Covers the page while its data load (product 2). */
export function LoadingModal() {
  return (
    <Modal title={uiText.loadingTitle} size="small" dismissal="static" late onClose={() => {}}>
      <Spinner label={uiText.loading} />
    </Modal>
  );
}
