import { acknowledgeText as text } from '../../../text/crisis-events.ts';
import { failureSentence } from '../../api/failed-action.ts';
import { useAnswer } from '../../api/queries.ts';
import { session } from '../../api/session.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { CrisisEvent } from './use-crisis-events.ts';

type HandOverFieldsProps = {
  event: CrisisEvent;
  field: { value: string; error: string | undefined; onChange: (value: string) => void };
};

/** The choice of the colleague who becomes responsible for an event (product 19.3). */
export function HandOverFields({ event, field }: HandOverFieldsProps) {
  const { data, error, refetch } = useAnswer('listClinicians');
  if (error) return <LoadFailed sentence={failureSentence('listClinicians', error)} retry={refetch} />;
  if (!data) return <Spinner />;
  const others = [session.get()?.userName, event.handed_over?.to];
  const colleagues = data.clinicians.filter(({ enabled, username }) => enabled && !others.includes(username));
  if (colleagues.length === 0) return <Notice tone="info">{text.noColleagues}</Notice>;
  return (
    <SelectField
      {...field}
      label={text.to}
      hint={text.handOverHint}
      options={colleagues.map(({ id, username }) => ({ value: id, label: username }))}
    />
  );
}
