import type { ClinicianPatient } from '../../../contract/patients.ts';
import { type Waiting, WAITING } from '../../../domain/worklist.ts';
import { waitingText as text } from '../../../text/patients.ts';
import { useStore } from '../../api/use-store.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { patientTableView, showWaiting } from './patient-table-view.ts';
import css from './today-strip.module.css';
import { waitingPresets } from './work.ts';

type TodayStripProps = { patients: readonly ClinicianPatient[]; onFilter: () => void };

const icons = {
  unread: 'document',
  worse: 'up',
  deviates: 'chart',
  closing: 'calendar',
  overdue: 'bell',
} as const satisfies Record<Waiting, IconName>;

/** Counts of what waits, each a filter of the table. */
export function TodayStrip({ patients, onFilter }: TodayStripProps) {
  const { preset } = useStore(patientTableView);
  const shown = countsOf(patients).filter(({ reason, count }) => count > 0 || reason === preset);
  return (
    <ul className={css.strip} aria-label={text.label}>
      {shown.map(({ reason, count }) => (
        <li key={reason}>
          <button
            type="button"
            className={css.chip}
            data-reason={reason}
            aria-pressed={preset === reason}
            onClick={() => {
              showWaiting(preset === reason ? null : reason);
              onFilter();
            }}
          >
            <Icon name={icons[reason]} size={16} />
            <strong>{count}</strong>
            <span>{` ${text[reason](count)}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** True if the strip has something to say. */
export function hasWaiting(patients: readonly ClinicianPatient[]): boolean {
  return countsOf(patients).some(({ count }) => count > 0);
}

function countsOf(patients: readonly ClinicianPatient[]) {
  return WAITING.map((reason) => ({ reason, count: patients.filter(waitingPresets[reason]).length }));
}
