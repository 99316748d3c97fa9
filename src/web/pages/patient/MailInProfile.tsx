import { useRef, useState } from 'react';
import { ownAddressText as text } from '../../../text/mail.ts';
import { showFailure } from '../../api/failed-action.ts';
import { ask } from '../../api/messages.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import css from './patient.module.css';

const refreshes = ['listMailAddresses'] as const;

/** The stored e-mail addresses in the profile: masked, each with its state. */
export default function MailInProfile() {
  const { data, error, refetch } = useAnswer('listMailAddresses');
  const repeating = useChange('repeatConfirmation', { refreshes });
  const removing = useChange('removeMailAddresses', { refreshes });
  const [done, setDone] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  if (error) return <LoadFailed what="loadAddresses" error={error} retry={refetch} />;
  if (data === undefined) return <Spinner />;
  const { addresses } = data;
  const again = () =>
    repeating.mutate(
      {},
      {
        onSuccess: () => setDone(text.sent),
        onError: (failure) => void showFailure('repeatConfirmation', failure),
      },
    );
  const remove = async () => {
    if (!(await askToRemove())) return;
    removing.mutate(
      {},
      {
        // The pressed button goes away.
        onSuccess: () => (setDone(text.removed), heading.current?.focus()),
        onError: (failure) => void showFailure('removeAddresses', failure),
      },
    );
  };
  return (
    <section className={`stack gap-2 ${css.mail}`}>
      <h3 ref={heading} tabIndex={-1}>
        {text.title}
      </h3>
      {addresses.length === 0 && !done && <p>{text.none}</p>}
      {addresses.map(({ address, confirmed }) => (
        <p key={`${address} ${confirmed}`}>
          {`${address} (${confirmed ? text.confirmed : text.unconfirmed})`}
        </p>
      ))}
      {addresses.some(({ confirmed }) => !confirmed) && !done && <p>{text.ask}</p>}
      <output>{done}</output>
      {addresses.length > 0 && (
        <p className="row">
          {addresses.some(({ confirmed }) => !confirmed) && (
            <Button look="secondary" pending={repeating.isPending} onClick={again}>
              {text.again}
            </Button>
          )}
          <Button look="secondary" pending={removing.isPending} onClick={() => void remove()}>
            {text.remove}
          </Button>
        </p>
      )}
    </section>
  );
}

function askToRemove(): Promise<boolean> {
  const { removeTitle: title, removeQuestion, removeConfirm: confirmLabel, keep: cancelLabel } = text;
  return ask({ title, text: removeQuestion, confirmLabel, cancelLabel });
}
