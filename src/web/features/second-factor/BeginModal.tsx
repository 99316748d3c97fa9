import { secondFactorText as text } from '../../../text/second-factor.ts';
import { call } from '../../api/call.ts';
import { FactorModal } from './FactorModal.tsx';
import { OwnPasswordField } from './FactorFields.tsx';
import { useFactorCall } from './use-factor-call.ts';

type Begun = { secret: string; uri: string };

/** What a second factor is, and the password that begins its set-up. */
export function BeginModal({ onBegun, onClose }: { onBegun: (begun: Begun) => void; onClose: () => void }) {
  const begin = useFactorCall(
    ['password'],
    ({ password }, key) => call('beginSecondFactor', { body: { password }, key }),
    onBegun,
  );
  return (
    <FactorModal
      title={text.title}
      lead={
        <>
          <p>{text.offLead}</p>
          <p>{text.offNeed}</p>
        </>
      }
      fields={<OwnPasswordField {...begin} />}
      submitLabel={text.begin}
      call={begin}
      onClose={onClose}
    />
  );
}
