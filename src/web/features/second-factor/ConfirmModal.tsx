import { secondFactorText as text } from '../../../text/second-factor.ts';
import { call } from '../../api/call.ts';
import { CodeField } from './FactorFields.tsx';
import { FactorModal } from './FactorModal.tsx';
import { QrCode } from './QrCode.tsx';
import css from './second-factor.module.css';
import { useFactorCall } from './use-factor-call.ts';

type ConfirmModalProps = {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

/** The secret for the app, to scan or to type, and the first code that confirms it. */
export function ConfirmModal({ secret, uri, onConfirmed, onClose }: ConfirmModalProps) {
  const confirm = useFactorCall(
    ['code'],
    ({ code }, key) => call('confirmSecondFactor', { body: { code }, key }),
    ({ recovery_codes }) => onConfirmed(recovery_codes),
  );
  return (
    <FactorModal
      title={text.title}
      lead={
        <div className={css.scan}>
          <h3>{text.scanTitle}</h3>
          <p>{text.scan}</p>
          <QrCode content={uri} label={text.qrCode} />
          <p>
            {text.secret}: <code className={css.secret}>{inGroups(secret)}</code>
          </p>
          <h3>{text.confirmTitle}</h3>
        </div>
      }
      fields={<CodeField {...confirm} />}
      submitLabel={text.confirm}
      call={confirm}
      onClose={onClose}
    />
  );
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}
