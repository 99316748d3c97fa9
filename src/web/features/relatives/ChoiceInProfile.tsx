import { useRef, useState } from 'react';
import type { Sharing } from '../../../contract/relatives.ts';
import { formatIsoDate } from '../../../domain/iso-date.ts';
import { sharingText as text } from '../../../text/relatives.ts';
import { dayOf } from '../../api/clinic-time.ts';
import { showFailure } from '../../api/failed-action.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import css from '../consent/consent.module.css';

/** Asks whether results may be shown beside those of relatives. Only patients with a System-ID are asked. */
export default function SharingInProfile() {
  const { data, error, refetch } = useAnswer('getSharing');
  const changing = useChange('setSharing', { refreshes: ['getSharing'] });
  const [done, setDone] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  if (error) return <LoadFailed what="loadSharing" error={error} retry={refetch} />;
  if (!data || (!data.asked && data.allowed === null)) return null;
  const answer = (allowed: boolean) =>
    changing.mutate(
      { body: { allowed } },
      {
        // The pressed button goes away.
        onSuccess: () => (setDone(text.saved), heading.current?.focus()),
        onError: (failure) => void showFailure('setSharing', failure),
      },
    );
  return (
    <section className={`stack start ${css.profile}`}>
      <h3 ref={heading} tabIndex={-1}>
        {text.title}
      </h3>
      <p>{text.question}</p>
      <p>{text.meaning}</p>
      <p>{standingOf(data)}</p>
      <output>{done}</output>
      <Choices allowed={data.allowed} isSending={changing.isPending} onAnswer={answer} />
    </section>
  );
}

function standingOf({ allowed, answered_at: at }: Sharing): string {
  if (allowed === null || at === null) return text.unanswered;
  const day = formatIsoDate(dayOf(at));
  return allowed ? text.allowed(day) : text.refused(day);
}

type ChoicesProps = { allowed: boolean | null; isSending: boolean; onAnswer: (allowed: boolean) => void };

/** Before an answer both choices look alike, so that none is suggested. */
function Choices({ allowed, isSending, onAnswer }: ChoicesProps) {
  return (
    <div className={`row ${css.buttons}`}>
      {allowed !== true && (
        <Button look="secondary" pending={isSending} onClick={() => onAnswer(true)}>
          {allowed === null ? text.yes : text.allow}
        </Button>
      )}
      {allowed !== false && (
        <Button look="secondary" pending={isSending} onClick={() => onAnswer(false)}>
          {allowed === null ? text.no : text.withdraw}
        </Button>
      )}
    </div>
  );
}
