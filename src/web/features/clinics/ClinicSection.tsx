import { useEffect, useRef } from 'react';
import { overdueText } from '../../../text/clinic.ts';
import { failureSentence } from '../../api/failed-action.ts';
import { useAnswer } from '../../api/queries.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { DeputyOverview } from '../clinicians/DeputyOverview.tsx';
import css from './clinic.module.css';
import { ClinicForm } from './ClinicForm.tsx';
import { OverdueCounts } from './ClinicNotices.tsx';

/** The section "Klinik" of the admin's home (product 2.16). Each new `atAddress` puts the focus on the duty address. */
export default function ClinicSection({ atAddress }: { atAddress: number }) {
  const { data, error, refetch } = useAnswer('getClinicSettings');
  const section = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (atAddress > 0 && isLoaded)
      section.current?.querySelector<HTMLElement>('[name=duty_address]')?.focus();
  }, [atAddress, isLoaded]);
  const failed = error && <LoadFailed sentence={failureSentence('loadClinic', error)} retry={refetch} />;
  if (!data) return failed ?? <Spinner />;
  return (
    <div className={`stack gap-6 ${css.section}`} ref={section}>
      {failed}
      <Overdue />
      <DeputyOverview />
      <ClinicForm settings={data} />
    </div>
  );
}

function Overdue() {
  const { data, error, refetch } = useAnswer('countCrisisEvents');
  return (
    <div className={css.group}>
      <h3 className={css.heading}>{overdueText.title}</h3>
      {error && <LoadFailed sentence={failureSentence('countEvents', error)} retry={refetch} />}
      {data ? <OverdueCounts {...data} /> : !error && <Spinner />}
    </div>
  );
}
