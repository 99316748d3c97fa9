import { useEffect, useState } from 'react';
import type { SecondFactor } from '../../../contract/accounts.ts';
import { secondFactorText as text } from '../../../text/second-factor.ts';
import { uiText } from '../../../text/ui.ts';
import { call, type RepeatableCall } from '../../api/call.ts';
import { showNotice } from '../../api/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import {
  refusalText,
  codeProblem,
  FactorCodeField,
  OwnPasswordField,
  passwordProblem,
  type Proof,
  refusedProof,
} from './FactorFields.tsx';
import { type Begun, BeginModal, ConfirmModal } from './SetUpModals.tsx';
import { useForm } from '../../api/use-form.ts';
import { FormModal } from '../../ui/FormModal.tsx';
import { config } from '../../api/config.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import css from './second-factor.module.css';
import { moreIcons } from '../../ui/more-icons.ts';

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

const kinds = {
  renew: {
    title: text.renew,
    lead: text.renewLead,
    submit: text.renewSubmit,
    look: 'primary',
    send: async (body: Proof, call: RepeatableCall): Promise<readonly string[]> =>
      (await call('renewRecoveryCodes', { body })).recovery_codes,
  },
  remove: {
    title: text.removeTitle,
    lead: text.removeLead,
    submit: text.remove,
    look: 'danger',
    send: async (body: Proof, call: RepeatableCall): Promise<readonly string[]> => {
      await call('removeSecondFactor', { body });
      return [];
    },
  },
} as const;

type ProveModalProps = {
  kind: keyof typeof kinds;
  /** Gets the new recovery codes; none if the factor was switched off. */
  onDone: (codes: readonly string[]) => void;
  onClose: () => void;
};

/**
 * The changes that need password and code together: new recovery codes, and switching the factor off. If new codes get
 * lost on their way, the next try shows the same ones (R26).
 */
function ProveModal({ kind, onDone, onClose }: ProveModalProps) {
  const { title, lead, submit, look, send } = kinds[kind];
  const form = useForm({
    defaults: { password: '', code: '' },
    check: ({ password, code }) => ({ password: passwordProblem(password), code: codeProblem(code) }),
    send,
    onRefused: refusedProof,
    onDone,
  });
  return (
    <FormModal title={title} form={form} submit={submit} look={look} lead={<p>{lead}</p>} onClose={onClose}>
      <OwnPasswordField {...form.field('password')} />
      <FactorCodeField {...form.field('code')} any />
    </FormModal>
  );
}

type RecoveryCodesModalProps = {
  codes: readonly string[];
  /** Whether the factor was set up just now. */
  isNew: boolean;
  onClose: () => void;
};

/** The recovery codes, shown only once. Only the button of the modal closes it. */
function RecoveryCodesModal({ codes, isNew, onClose }: RecoveryCodesModalProps) {
  const [outcome, setOutcome] = useState('');
  const copy = () => {
    // Without a secure origin the browser has no clipboard for us.
    const copying =
      navigator.clipboard?.writeText(codes.join('\n')) ?? Promise.reject(new Error('no clipboard'));
    copying.then(
      () => setOutcome(text.copied),
      () => setOutcome(text.copyFailed),
    );
  };
  return (
    <Modal
      title={text.codesTitle}
      role="alertdialog"
      dismissal="static"
      onClose={onClose}
      footer={<Button onClick={onClose}>{text.kept}</Button>}
    >
      {isNew && <Notice tone="success">{text.isOn}</Notice>}
      <p>{text.codesLead}</p>
      <Sheet codes={codes} />
      <div className="row">
        <Button look="secondary" icon={moreIcons.copy} onClick={copy}>
          {text.copy}
        </Button>
        <Button look="secondary" icon={moreIcons.print} onClick={() => window.print()}>
          {text.print}
        </Button>
      </div>
      <output>{outcome}</output>
    </Modal>
  );
}

// Only this part is printed, so it also explains the codes.
function Sheet({ codes }: { codes: readonly string[] }) {
  const user = useStore(session);
  return (
    <div className={css.sheet}>
      <p className={css.onPaper}>
        <span>{`${config().product_name}: ${text.codes}`}</span>
        <br />
        {user && <span>{`${user.userName}, ${user.clinicName}`}</span>}
      </p>
      <ul className={css.codes} aria-label={text.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
