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
import type { Sign } from './clinician-part.ts';
import { patientTableView, showWaiting } from './table-memory.ts';
import css from './patient-table.module.css';
import { moreIcons } from '../../ui/more-icons.ts';

/** Nothing waits about the patient of a colleague but an open event (product 19.4). */
const noWork: PatientWork = { hasSign: false, waiting: new Set(), unreadSince: null, daysLeft: null };

/** Why patients wait: a filter of the table, with the words after the number of patients. */
export type Reason<Patient = ClinicianPatient> = {
  readonly id: string;
  readonly icon: IconName;
  readonly words: (count: number) => string;
  readonly isOf: (patient: Patient) => boolean;
};

/** What waits in a clinician's list. */
export type Worklist = {
  /** In the order of what waits; the others keep their order. */
  patients: readonly ClinicianPatient[];
  /** The most urgent first. */
  reasons: readonly Reason[];
  counts: readonly { reason: Reason; count: number }[];
};

/** Make it once for a list and a day: thousands of patients take a moment. */
export function worklistOf(
  list: readonly ClinicianPatient[],
  today: IsoDate,
  signs: readonly Sign[],
): Worklist {
  const { time_zone: timeZone } = config();
  const known = new Map(
    list.map((patient) => {
      const hasSign = signs.some(({ isOpen }) => isOpen(patient));
      return [patient, patient.as_deputy ? noWork : patientWork(patient, today, timeZone, hasSign)];
    }),
  );
  const workOf = (patient: ClinicianPatient) => known.get(patient) ?? noWork;
  const own = (id: Waiting): Reason => ({
    id,
    icon: icons[id],
    words: text[id],
    isOf: (patient) => workOf(patient).waiting.has(id),
  });
  const further = signs.map(({ id, icon, waiting: words, isOpen }) => {
    return { id, icon, words, isOf: (patient: ClinicianPatient) => !patient.as_deputy && isOpen(patient) };
  });
  // Signs stand before surveys that close.
  const reasons = WAITING.flatMap((id) => (id === 'closing' ? [...further, own(id)] : [own(id)]));
  return {
    patients: list.toSorted((a, b) => compareWork(workOf(a), workOf(b))),
    reasons,
    counts: reasons.map((reason) => ({ reason, count: list.filter(reason.isOf).length })),
  };
}

type TodayStripProps = Pick<Worklist, 'counts'> & { onFilter: () => void };

const icons = {
  unread: moreIcons.document,
  worse: moreIcons.up,
  closing: moreIcons.calendar,
  overdue: moreIcons.bell,
} as const satisfies Record<Waiting, IconName>;

/** Counts of what waits, each a filter of the table. */
export function TodayStrip({ counts, onFilter }: TodayStripProps) {
  const { preset } = useStore(patientTableView);
  const shown = counts.filter(({ reason, count }) => count > 0 || reason.id === preset);
  return (
    <ul className="row gap-2 plain" aria-label={text.label}>
      {shown.map(({ reason: { id, icon, words }, count }) => (
        <li key={id}>
          <button
            type="button"
            className={`beside box hovers ${css.chip}`}
            data-reason={id}
            aria-pressed={preset === id}
            onClick={() => {
              showWaiting(preset === id ? null : id);
              onFilter();
            }}
          >
            <Icon name={icon} size={16} />
            <strong>{count}</strong>
            <span>{` ${words(count)}`}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** True if the strip has something to say. */
export const hasWaiting = ({ counts }: Worklist) => counts.some(({ count }) => count > 0);
