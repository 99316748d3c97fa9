import { useEffect, useState } from 'react';
import type { SecondFactor } from '../../../contract/accounts.ts';
import { secondFactorText as text } from '../../../text/second-factor.ts';
import { uiText } from '../../../text/ui.ts';
import { call } from '../../api/call.ts';
import { showNotice } from '../../api/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { refusalText } from './FactorFields.tsx';
import { ProveModal } from './ProveModal.tsx';
import { RecoveryCodesModal } from './RecoveryCodesModal.tsx';
import { type Begun, BeginModal, ConfirmModal } from './SetUpModals.tsx';

type Step =
  | { kind: 'loading' }
  | { kind: 'failed'; reason: string }
  | { kind: 'state'; factor: SecondFactor }
  | ({ kind: 'confirm' } & Begun)
  | { kind: 'codes'; codes: readonly string[]; isNew: boolean }
  | { kind: 'renew' }
  | { kind: 'remove' };

/** The dialogs to set up, renew and switch off the own second factor (R76). */
export default function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'loading' });
  useEffect(() => {
    let isOpen = true;
    call('getSecondFactor').then(
      (factor) => isOpen && setStep({ kind: 'state', factor }),
      (error: unknown) => isOpen && setStep({ kind: 'failed', reason: refusalText(error) }),
    );
    return () => {
      isOpen = false;
    };
  }, []);
  const showCodes = (isNew: boolean) => (codes: readonly string[]) =>
    setStep({ kind: 'codes', codes, isNew });
  const finishRemoval = () => {
    onClose();
    void showNotice(text.removed);
  };

  switch (step.kind) {
    case 'confirm':
      return (
        <ConfirmModal secret={step.secret} uri={step.uri} onConfirmed={showCodes(true)} onClose={onClose} />
      );
    case 'codes':
      return <RecoveryCodesModal codes={step.codes} isNew={step.isNew} onClose={onClose} />;
    case 'renew':
      return <ProveModal kind="renew" onDone={showCodes(false)} onClose={onClose} />;
    case 'remove':
      return <ProveModal kind="remove" onDone={finishRemoval} onClose={onClose} />;
    case 'state':
      if (step.factor.state === 'off')
        return <BeginModal onBegun={(begun) => setStep({ kind: 'confirm', ...begun })} onClose={onClose} />;
      return <StateModal factor={step.factor} onChoose={(kind) => setStep({ kind })} onClose={onClose} />;
    default:
      return (
        <Modal title={text.title} onClose={onClose}>
          {step.kind === 'failed' ? <Notice tone="error">{step.reason}</Notice> : <Spinner />}
        </Modal>
      );
  }
}

type StateModalProps = {
  factor: SecondFactor;
  onChoose: (kind: 'renew' | 'remove') => void;
  onClose: () => void;
};

/** The state of the factor and its actions. */
function StateModal({ factor, onChoose, onClose }: StateModalProps) {
  const isOn = factor.state === 'on';
  return (
    <Modal
      title={text.title}
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {uiText.close}
          </Button>
          {isOn && (
            <>
              <Button look="secondary" onClick={() => onChoose('remove')}>
                {text.remove}
              </Button>
              <Button onClick={() => onChoose('renew')}>{text.renew}</Button>
            </>
          )}
        </>
      }
    >
      <p>{isOn ? text.onLead : text.unavailable}</p>
      {isOn && <p>{text.left(factor.recovery_codes)}</p>}
    </Modal>
  );
}
