import { secondFactorText as text } from '../../../text/second-factor.ts';
import type { RepeatableCall } from '../../api/call.ts';
import { useForm } from '../../api/use-form.ts';
import { FormModal } from '../../ui/FormModal.tsx';
import {
  codeProblem,
  FactorCodeField,
  OwnPasswordField,
  passwordProblem,
  type Proof,
  refusedProof,
} from './FactorFields.tsx';

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
export function ProveModal({ kind, onDone, onClose }: ProveModalProps) {
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
