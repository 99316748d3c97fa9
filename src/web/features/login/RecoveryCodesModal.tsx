import { useState } from 'react';
import { secondFactorText as text } from '../../../text/second-factor.ts';
import { config } from '../../api/config.ts';
import { session } from '../../api/session.ts';
import { useStore } from '../../api/use-store.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import css from './second-factor.module.css';

type RecoveryCodesModalProps = {
  codes: readonly string[];
  /** Whether the factor was set up just now. */
  isNew: boolean;
  onClose: () => void;
};

/** The recovery codes, shown only once. Only the button of the modal closes it. */
export function RecoveryCodesModal({ codes, isNew, onClose }: RecoveryCodesModalProps) {
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
        <Button look="secondary" icon="copy" onClick={copy}>
          {text.copy}
        </Button>
        <Button look="secondary" icon="print" onClick={() => window.print()}>
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
