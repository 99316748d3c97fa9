import { consentText as text } from '../../../text/consent.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import css from './consent.module.css';

type WithdrawModalProps = { isSending: boolean; onWithdraw: () => void; onClose: () => void };

/** Says what a withdrawal means before it is done. */
export function WithdrawModal({ isSending, onWithdraw, onClose }: WithdrawModalProps) {
  return (
    <Modal
      title={text.withdraw}
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {text.keep}
          </Button>
          <Button look="danger" pending={isSending} onClick={onWithdraw}>
            {text.withdraw}
          </Button>
        </>
      }
    >
      <div className={css.section}>
        <p>{text.withdrawLead}</p>
        <ul>
          {text.withdrawMeans.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p>{text.withdrawFoot}</p>
      </div>
    </Modal>
  );
}
