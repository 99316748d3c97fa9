import { create } from 'qrcode';
import { QR_EDGE, qrPath } from '../../../domain/qr-path.ts';
import { secondFactorText as text } from '../../../text/second-factor.ts';
import { useForm } from '../../api/use-form.ts';
import { FormModal } from '../../ui/FormModal.tsx';
import {
  codeProblem,
  FactorCodeField,
  OwnPasswordField,
  passwordProblem,
  refusedProof,
} from './FactorFields.tsx';
import css from './second-factor.module.css';

/** The secret of a second factor that is not confirmed yet, also as an address for the app. */
export type Begun = { secret: string; uri: string };

/** Explains the second factor and asks for the password before the set-up. */
export function BeginModal({ onBegun, onClose }: { onBegun: (begun: Begun) => void; onClose: () => void }) {
  const form = useForm({
    defaults: { password: '' },
    check: ({ password }) => ({ password: passwordProblem(password) }),
    send: ({ password }, call) => call('beginSecondFactor', { body: { password } }),
    onRefused: refusedProof,
    onDone: onBegun,
  });
  return (
    <FormModal
      title={text.title}
      form={form}
      submit={text.begin}
      lead={
        <>
          <p>{text.offLead}</p>
          <p>{text.offNeed}</p>
        </>
      }
      onClose={onClose}
    >
      <OwnPasswordField {...form.field('password')} />
    </FormModal>
  );
}

type ConfirmModalProps = Begun & {
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
};

/** The secret for the app, to scan or to type, and the first code that confirms it. */
export function ConfirmModal({ secret, uri, onConfirmed, onClose }: ConfirmModalProps) {
  const form = useForm({
    defaults: { code: '' },
    check: ({ code }) => ({ code: codeProblem(code) }),
    send: ({ code }, call) => call('confirmSecondFactor', { body: { code } }),
    onRefused: refusedProof,
    onDone: ({ recovery_codes }) => onConfirmed(recovery_codes),
  });
  return (
    <FormModal
      title={text.title}
      form={form}
      submit={text.confirm}
      lead={
        <div className={`stack ${css.scan}`}>
          <h3>{text.scanTitle}</h3>
          <p>{text.scan}</p>
          <QrCode content={uri} label={text.qrCode} />
          <p>
            <span>{`${text.secret}: `}</span>
            <code className={css.secret}>{inGroups(secret)}</code>
          </p>
          <h3>{text.confirmTitle}</h3>
        </div>
      }
      onClose={onClose}
    >
      <FactorCodeField {...form.field('code')} />
    </FormModal>
  );
}

function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** A QR code. It is always dark on light, because many cameras cannot read other colours. */
function QrCode({ content, label }: { content: string; label: string }) {
  const { modules } = create(content, { errorCorrectionLevel: 'M' });
  const size = modules.size + 2 * QR_EDGE;
  return (
    <svg
      className={css.qrCode}
      viewBox={`${-QR_EDGE} ${-QR_EDGE} ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-QR_EDGE} y={-QR_EDGE} width={size} height={size} fill="#fff" />
      <path d={qrPath(modules)} fill="#000" />
    </svg>
  );
}
