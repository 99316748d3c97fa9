import { noDutyAddressText, overdueText } from '../../../text/clinic.ts';
import { deputyText } from '../../../text/clinicians.ts';
import { today } from '../../api/clinic-time.ts';
import { useAnswer } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { hasDisabledDeputy } from '../clinicians/deputy.ts';
import css from './clinic.module.css';
import { OverdueCounts } from './OverdueCounts.tsx';

/** Above the sections of the admin's home: events that wait too long, deputies who cannot log in, and a missing duty address (product 19.6). */
export function ClinicNotices({ onEnterAddress }: { onEnterAddress: () => void }) {
  const counted = useAnswer('countCrisisEvents').data;
  const employees = useAnswer('listCliniciansWithCounts').data?.clinicians ?? [];
  const settings = useAnswer('getClinicSettings').data;
  return (
    <>
      {counted && counted.counts.length > 0 && (
        <Notice tone="warning">
          <h2 className={css.noticeTitle}>{overdueText.title}</h2>
          <OverdueCounts {...counted} />
        </Notice>
      )}
      {employees
        .filter((one) => hasDisabledDeputy(one, employees, today()))
        .map(({ id, username, deputy }) => (
          <Notice key={id} tone="warning">
            <p>{deputyText.noticeDisabled(username, deputy?.username ?? '')}</p>
          </Notice>
        ))}
      {counted?.events === 'on' && settings?.duty_address === '' && (
        <Notice tone="warning">
          <p>{noDutyAddressText.text}</p>
          <Button look="secondary" onClick={onEnterAddress}>
            {noDutyAddressText.open}
          </Button>
        </Notice>
      )}
    </>
  );
}
