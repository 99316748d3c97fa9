import { useRef, useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { consentText as text } from '../../../text/consent.ts';
import { dayOf } from '../../api/clinic-time.ts';
import { showFailure } from '../../api/failed-action.ts';
import { showAlert } from '../../api/messages.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { GuardedLink } from '../../ui/GuardedLink.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import css from './consent.module.css';
import { ConsentBody } from './ConsentBody.tsx';

type Consent = NonNullable<Answer<'getConsent'>>;

/** The consent in the profile: its state, its text, and the button to withdraw it. */
export default function ConsentInProfile() {
  const { data, error, refetch } = useAnswer('getConsent');
  const heading = useRef<HTMLHeadingElement>(null);
  if (error) return <LoadFailed what="loadConsent" error={error} retry={refetch} />;
  if (data === undefined) return <Spinner label={text.loading} />;
  if (data === null) return null;
  return (
    <section className={`stack start ${css.profile}`}>
      <h3 ref={heading} tabIndex={-1}>
        {text.state}
      </h3>
      <p>{sentenceOf(data)}</p>
      {/* The key closes the text after a withdrawal, so that the button below it comes into sight. */}
      <details key={data.state} className={`fold ${css.text}`}>
        <summary>{`${text.read} (${text.version(data.version)})`}</summary>
        <p className={css.textTitle}>{data.title}</p>
        <ConsentBody sections={data.sections} heading="h4" />
        <p>{data.agreement}</p>
      </details>
      <ConsentActions consent={data} onWithdrawn={() => heading.current?.focus()} />
    </section>
  );
}

function sentenceOf({
  state,
  version: inForce,
  given_version: version,
  given_at: given,
  withdrawn_at: withdrawn,
}: Consent): string {
  if (state === 'missing') return text.missing;
  if (state === 'withdrawn') return text.withdrawn(dayText(withdrawn));
  const sentence = text[state](dayText(given), version ?? '');
  return state === 'given' && version !== inForce ? `${sentence}. ${text.saysTheSame(inForce)}` : sentence;
}

function dayText(moment: string | null): string {
  return moment ? formatIsoDate(dayOf(moment)) : '';
}

function ConsentActions({ consent, onWithdrawn }: { consent: Consent; onWithdrawn: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const withdrawing = useChange('withdrawConsent', { refreshes: ['getConsent', 'listWindows'] });
  const close = () => setIsAsking(false);
  const tell = async () => {
    close();
    await showAlert({ title: text.withdrawnTitle, text: text.withdrawnDone });
    onWithdrawn();
  };
  const withdraw = () =>
    withdrawing.mutate(
      {},
      {
        onSuccess: () => void tell(),
        onError: (error) => void showFailure('withdrawConsent', error),
      },
    );
  const { state } = consent;
  if (state === 'missing') return null;
  return (
    <div className={`row ${css.buttons}`}>
      {state !== 'given' && (
        <GuardedLink className={buttonClass('primary')} to={paths.survey} state={{ entered: true }}>
          {state === 'withdrawn' ? text.giveAgain : text.giveNew}
        </GuardedLink>
      )}
      {state !== 'withdrawn' && (
        <Button look="secondary" onClick={() => setIsAsking(true)}>
          {text.withdraw}
        </Button>
      )}
      {isAsking && <WithdrawModal isSending={withdrawing.isPending} onWithdraw={withdraw} onClose={close} />}
    </div>
  );
}

type WithdrawModalProps = { isSending: boolean; onWithdraw: () => void; onClose: () => void };

/** Explains a withdrawal before it is done. */
function WithdrawModal({ isSending, onWithdraw, onClose }: WithdrawModalProps) {
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
      <div className="stack gap-2">
        <p>{text.withdrawLead}</p>
        <ul className="stack gap-2 marked">
          {text.withdrawMeans.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <p>{text.withdrawFoot}</p>
      </div>
    </Modal>
  );
}
