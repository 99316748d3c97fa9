import { helpText } from '../../../text/crisis.ts';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { useHelp } from './clinic-help.ts';
import { HelpBlock } from './HelpBlock.tsx';

/** Help in a crisis above the page, so that nothing entered is lost. It is part of the first script: it must open without a connection. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      title={helpText.title}
      dismissal="free"
      onClose={onClose}
      footer={<Button onClick={onClose}>{uiText.close}</Button>}
    >
      <HelpBlock help={useHelp()} />
      <p>{helpText.notReadAtOnce}</p>
    </Modal>
  );
}
