import type { ClinicianPatient } from '../../../contract/patients.ts';
import {
  type Waiting,
  WAITING,
  compareWork,
  type PatientWork,
  patientWork,
} from '../../../domain/worklist.ts';
import type { IsoDate } from '../../../domain/iso-date.ts';
import { waitingText as text } from '../../../text/patients.ts';
import { config } from '../../api/config.ts';
import { useStore } from '../../api/use-store.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { patientTableView, showWaiting } from './table-memory.ts';
import css from './patient-table.module.css';

/** Nothing waits about the patient of a colleague but an open event (product 19.4). */
const noWork: PatientWork = { waiting: new Set(), unreadSince: null, daysLeft: null };

type Preset = (patient: ClinicianPatient) => boolean;

/** What waits in a clinician's list. */
export type Worklist = {
  /** In the order of what waits; the others keep their order. */
  patients: readonly ClinicianPatient[];
  /** The filters of the table by what waits. */
  presets: Readonly<Record<Waiting, Preset>>;
  counts: readonly { reason: Waiting; count: number }[];
};

/** Make it once for a list and a day: thousands of patients take a moment. */
export function worklistOf(list: readonly ClinicianPatient[], today: IsoDate): Worklist {
  const { time_zone: timeZone } = config();
  const known = new Map(
    list.map((patient) => [patient, patient.as_deputy ? noWork : patientWork(patient, today, timeZone)]),
  );
  const workOf = (patient: ClinicianPatient) => known.get(patient) ?? noWork;
  const isWaiting = (reason: Waiting) => (patient: ClinicianPatient) => workOf(patient).waiting.has(reason);
  return {
    patients: list.toSorted((a, b) => compareWork(workOf(a), workOf(b))),
    // One entry for each reason.
    presets: Object.fromEntries(WAITING.map((reason) => [reason, isWaiting(reason)])) as Worklist['presets'],
    counts: WAITING.map((reason) => ({ reason, count: list.filter(isWaiting(reason)).length })),
  };
}

type TodayStripProps = Pick<Worklist, 'counts'> & { onFilter: () => void };

const icons = {
  unread: 'document',
  worse: 'up',
  deviates: 'chart',
  closing: 'calendar',
  overdue: 'bell',
} as const satisfies Record<Waiting, IconName>;

/** Counts of what waits, each a filter of the table. */
export function TodayStrip({ counts, onFilter }: TodayStripProps) {
  const { preset } = useStore(patientTableView);
  const shown = counts.filter(({ reason, count }) => count > 0 || reason === preset);
  return (
    <ul className="row gap-2 plain" aria-label={text.label}>
      {shown.map(({ reason, count }) => (
        <li key={reason}>
          <button
            type="button"
            className={`beside ${css.chip}`}
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
export const hasWaiting = ({ counts }: Worklist) => counts.some(({ count }) => count > 0);
