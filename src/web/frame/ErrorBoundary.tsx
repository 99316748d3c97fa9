import { Component, Suspense } from 'react';
import { errorPageText as text } from '../../text/frame.ts';
import { uiText } from '../../text/ui.ts';
import { ChunkLoadError } from '../api/chunk.ts';
import { log } from '../api/log.ts';
import { Button } from '../ui/Button.tsx';
import { LoadingModal } from '../ui/LoadingModal.tsx';
import { Modal } from '../ui/Modal.tsx';
import type { Elements } from '../ui/elements.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { Problem } from './Problem.tsx';

type Props = {
  children: Elements;
  /** Shown after a failure; without it, a page. */
  instead?: Elements;
};
type State = { error: Error | null };

/** Shows the next step after the failure of a page, instead of an empty screen. React requires a class here. */
export class ErrorBoundary extends Component<Props, State> {
  declare state: State;

  constructor(props: Props) {
    super(props);
    this.state = { error: null };
  }

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error): void {
    log('error', error.message, error);
  }

  override render(): Elements {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.instead) return this.props.instead;
    return <PageFailed isChunk={error instanceof ChunkLoadError} />;
  }
}

function PageFailed({ isChunk }: { isChunk: boolean }) {
  const words = isChunk
    ? { code: text.chunkCode, title: text.chunkTitle, text: text.chunk }
    : { title: text.renderTitle, text: text.render };
  return (
    <Problem {...words} isAlert>
      <ReloadButton />
    </Problem>
  );
}

export type DialogProps = { onClose: () => void };

type LazyDialogProps = DialogProps & { children: Elements };

/** A dialog that is loaded when it is opened. A long wait is shown. If it cannot be loaded, the page below stays as it is. */
export function LazyDialog({ onClose, children }: LazyDialogProps) {
  return (
    <ErrorBoundary instead={<DialogFailed onClose={onClose} />}>
      <Suspense fallback={<LoadingModal onClose={onClose} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** A section that is loaded when it is opened. If it cannot be loaded, the rest of the page stays as it is. */
export function LazySection({ children }: { children: Elements }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Spinner />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function DialogFailed({ onClose }: DialogProps) {
  return (
    <Modal
      title={text.chunkTitle}
      size="small"
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {uiText.close}
          </Button>
          <ReloadButton />
        </>
      }
    >
      <p>{text.chunk}</p>
      <p lang="en">{text.chunkCode}</p>
    </Modal>
  );
}

function ReloadButton() {
  return <Button onClick={() => location.reload()}>{text.reload}</Button>;
}
