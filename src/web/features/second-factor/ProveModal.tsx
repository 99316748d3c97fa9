import { secondFactorText as text } from '../../../text/second-factor.ts';
import { call } from '../../api/call.ts';
import { CodeField, OwnPasswordField } from './FactorFields.tsx';
import { FactorModal } from './FactorModal.tsx';
import { type FactorForm, useFactorCall } from './use-factor-call.ts';

const kinds = {
  renew: {
    title: text.renew,
    lead: text.renewLead,
    submit: text.renewSubmit,
    send: async (body: FactorForm, key: string): Promise<readonly string[]> =>
      (await call('renewRecoveryCodes', { body, key })).recovery_codes,
  },
  remove: {
    title: text.removeTitle,
    lead: text.removeLead,
    submit: text.remove,
    send: async (body: FactorForm, key: string): Promise<readonly string[]> => {
      await call('removeSecondFactor', { body, key });
      return [];
    },
  },
} as const;

type ProveModalProps = {
  kind: keyof typeof kinds;
  /** Gets the new recovery codes; none where the factor was switched off. */
  onDone: (codes: readonly string[]) => void;
  onClose: () => void;
};

/** What only password and code together may do: new recovery codes, or switching the factor off. */
export function ProveModal({ kind, onDone, onClose }: ProveModalProps) {
  const { title, lead, submit, send } = kinds[kind];
  const proof = useFactorCall(['password', 'code'], send, onDone);
  return (
    <FactorModal
      title={title}
      lead={<p>{lead}</p>}
      fields={
        <>
          <OwnPasswordField {...proof} />
          <CodeField {...proof} any />
        </>
      }
      submitLabel={submit}
      isDanger={kind === 'remove'}
      call={proof}
      onClose={onClose}
    />
  );
}
