import { noDutyAddressText, overdueText } from '../../../text/clinic.ts';
import { deputyText } from '../../../text/clinicians.ts';
import { today } from '../../api/clinic-time.ts';
import { useAnswer } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { hasDisabledDeputy } from '../clinicians/deputy.ts';
import css from './clinic.module.css';
import type { Answer } from '../../../contract/routes.ts';

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

type Counted = Answer<'countCrisisEvents'>;

/** How many events wait too long, by clinician, the most urgent first. It names no patient (product 19.6). */
export function OverdueCounts({ events, counts }: Counted) {
  const total = counts.reduce((sum, { urgent, notice }) => sum + urgent + notice, 0);
  if (total === 0) return <p>{overdueText.none[events]}</p>;
  const sorted = counts.toSorted((a, b) => b.urgent - a.urgent || b.notice - a.notice);
  return (
    <>
      <p>{overdueText.some(total)}</p>
      <ul className="stack gap-1 inset">
        {sorted.map(({ clinician_id: id, username, ...count }) => (
          <li key={id}>
            <strong>{username}</strong>
            <span>{`: ${overdueText.counts(count)}`}</span>
          </li>
        ))}
      </ul>
      <p>{overdueText.todo}</p>
    </>
  );
}
