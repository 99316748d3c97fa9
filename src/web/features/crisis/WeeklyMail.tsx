import { useId } from 'react';
import { weeklyChoiceText as text } from '../../../text/weekly-mail.ts';
import { failureSentence, showFailure } from '../../api/failed-action.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import css from './crisis.module.css';

/** Switches the weekly mail on or off (product 15.6). */
export function WeeklyMail({ hasAddress }: { hasAddress: boolean }) {
  const id = useId();
  const { data, error, refetch } = useAnswer('getWeeklyMail');
  const changing = useChange('setWeeklyMail', { refreshes: ['getWeeklyMail'] });
  const choose = (wanted: boolean) =>
    changing.mutate(
      { body: { wanted } },
      { onError: (failure) => void showFailure('setWeeklyMail', failure) },
    );
  const isOff = data?.state === 'off';
  return (
    <section className={css.weekly} aria-labelledby={id}>
      <h4 id={id}>{text.title}</h4>
      <p>{text.lead}</p>
      {error && !data && <LoadFailed sentence={failureSentence('loadWeeklyMail', error)} retry={refetch} />}
      {!error && !data && <Spinner label={text.loading} />}
      <output>{data && (isOff && !hasAddress ? text.needsAddress : text.state[data.state])}</output>
      {data && (hasAddress || !isOff) && (
        <div className={css.buttons}>
          <Button look="secondary" pending={changing.isPending} onClick={() => choose(isOff)}>
            {isOff ? text.switchOn : text.switchOff}
          </Button>
        </div>
      )}
    </section>
  );
}
