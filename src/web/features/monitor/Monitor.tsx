import { useMemo, useRef, useState } from 'react';
import type { AdminPatient } from '../../../contract/patients.ts';
import {
  type MonitoredPatient,
  monitorResponses,
  type ResponseMonitor,
  responseRate,
  totalTally,
  type WindowTally,
  STUCK_REASONS,
  type StuckPatient,
} from '../../../domain/response-monitor.ts';
import { WINDOW_TYPES, type WindowType } from '../../../domain/window-types.ts';
import { monitorText as text, stuckDetail } from '../../../text/monitor.ts';
import { windowTypeText, patientText } from '../../../text/patients.ts';
import { tableText } from '../../../text/table.ts';
import { numberText } from '../../../text/locale.ts';
import { today } from '../../api/clinic-time.ts';
import { config } from '../../api/config.ts';
import { plainView, type Column, type TableView } from '../../ui/table-rows.ts';
import blocks from '../../ui/PhoneBlocks.module.css';
import css from './monitor.module.css';
import { DataTable } from '../../ui/DataTable.tsx';
import { ShowLink } from '../patients/PatientCells.tsx';

type MonitorProps = {
  patients: readonly AdminPatient[];
  onShow: (patientId: string) => void;
  /** For an admin, the list of the patients names their clinicians. */
  namesClinicians?: boolean;
};

/** The response rates, and the patients with a stuck survey. Clinicians are not compared. */
export default function Monitor({ patients, onShow, namesClinicians = false }: MonitorProps) {
  const day = today();
  const { time_zone } = config();
  const [view, setView] = useState(plainView);
  // Memoised: 10,000 patients take about 300 ms.
  const monitor = useMemo(() => monitorResponses(patients, day, time_zone), [patients, day, time_zone]);
  const nameOf = useMemo(
    () => (namesClinicians ? clinicianNames(patients) : undefined),
    [patients, namesClinicians],
  );
  const list = useRef<HTMLHeadingElement>(null);
  const showOverdue = (preset: OverdueOf) => {
    setView({ ...plainView, preset });
    list.current?.focus();
  };
  return (
    <div className="stack">
      <p className="muted readable">{text.lead}</p>
      <Tallies tallies={monitor.tallies} patients={patients} shown={view.preset} onOverdue={showOverdue} />
      <h3 ref={list} tabIndex={-1}>
        {text.stuckTitle}
      </h3>
      <p className="muted readable">{text.stuckLead}</p>
      <StuckPatients
        stuck={monitor.stuck}
        view={view}
        onViewChange={setView}
        onShow={onShow}
        clinicianOf={nameOf}
      />
    </div>
  );
}

function clinicianNames(patients: readonly AdminPatient[]) {
  const names = new Map(patients.map(({ id, clinician_username }) => [id, clinician_username]));
  return (patientId: string) => names.get(patientId) ?? '';
}

type TalliesProps = {
  tallies: ResponseMonitor['tallies'];
  patients: readonly MonitoredPatient[];
  /** The filter of the list below. */
  shown: string | null;
  onOverdue: (preset: OverdueOf) => void;
};

/** Windows by type and state. */
function Tallies({ tallies, patients, shown, onOverdue }: TalliesProps) {
  return (
    // The keyboard scrolls only a focused element.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="scrolls" aria-label={tableText.region(text.tallies)} tabIndex={0}>
      <table className={`${blocks.blocks} ${css.table}`} aria-label={text.tallies}>
        <thead>
          <tr>
            {Object.values(text.column).map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WINDOW_TYPES.map((type) => (
            <TallyRow
              key={type}
              name={typeName(type, patients)}
              tally={tallies[type]}
              isShown={shown === type}
              onOverdue={() => onOverdue(type)}
            />
          ))}
        </tbody>
        <tfoot>
          <TallyRow
            name={text.total}
            tally={totalTally(tallies)}
            isShown={shown === 'all'}
            onOverdue={() => onOverdue('all')}
          />
        </tfoot>
      </table>
    </section>
  );
}

type TallyRowProps = { name: string; tally: WindowTally; isShown: boolean; onOverdue: () => void };

function TallyRow({ name, tally, isShown, onOverdue }: TallyRowProps) {
  const rate = responseRate(tally);
  const overdue = numberText(tally.overdue);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-title={text.column.open}>{numberText(tally.open)}</td>
      <td data-title={text.column.overdue}>
        {tally.overdue === 0 ? (
          overdue
        ) : (
          <button
            type="button"
            className={css.number}
            aria-label={text.showOverdue(overdue, name)}
            aria-pressed={isShown}
            onClick={onOverdue}
          >
            {overdue}
          </button>
        )}
      </td>
      <td data-title={text.column.done}>{numberText(tally.done)}</td>
      <td data-title={text.column.expired}>{numberText(tally.expired)}</td>
      <td data-title={text.column.rate}>{rate === undefined ? text.noRate : text.percent(rate)}</td>
    </tr>
  );
}

// The protocol names its measurement points. It numbers the repeated one, so that one gets a common name here.
function typeName(type: WindowType, patients: readonly MonitoredPatient[]): string {
  if (type === 'INTERMEDIATE') return windowTypeText[type];
  for (const { survey_time_windows } of patients) {
    const label = survey_time_windows.find((window) => window.type === type)?.label;
    if (label !== undefined) return label;
  }
  return windowTypeText[type];
}

type StuckPatientsProps = {
  stuck: readonly StuckPatient[];
  view: TableView;
  onViewChange: (view: TableView) => void;
  onShow: (patientId: string) => void;
  /** The user name of a patient's clinician, for an admin. */
  clinicianOf?: ((patientId: string) => string) | undefined;
};

/** The patients with a stuck survey, the most urgent first. */
function StuckPatients({ stuck, view, onViewChange, onShow, clinicianOf }: StuckPatientsProps) {
  const columns = useMemo(() => stuckColumns(onShow, clinicianOf), [onShow, clinicianOf]);
  if (stuck.length === 0) return <p>{text.nobodyStuck}</p>;
  return (
    <DataTable
      label={text.stuckTable}
      rows={stuck}
      columns={columns}
      rowKey={idOf}
      presets={presets}
      view={view}
      onViewChange={onViewChange}
      empty={<p>{text.nobodyStuck}</p>}
    />
  );
}

/** The overdue surveys of a measurement point, or all of them. */
type OverdueOf = WindowType | 'all';

const overdueOf = (type: WindowType) => (patient: StuckPatient) =>
  patient.reason === 'overdue' && patient.type === type;

const presets = {
  all: ({ reason }) => reason === 'overdue',
  PRE: overdueOf('PRE'),
  INTERMEDIATE: overdueOf('INTERMEDIATE'),
  POST: overdueOf('POST'),
  FOLLOW_UP_1: overdueOf('FOLLOW_UP_1'),
  FOLLOW_UP_2: overdueOf('FOLLOW_UP_2'),
  FOLLOW_UP_3: overdueOf('FOLLOW_UP_3'),
} as const satisfies Record<OverdueOf, (patient: StuckPatient) => boolean>;

const idOf = ({ id }: StuckPatient) => id;

const { stuckColumn: titles } = text;

function stuckColumns(
  onShow: StuckPatientsProps['onShow'],
  clinicianOf: StuckPatientsProps['clinicianOf'],
): readonly Column<StuckPatient>[] {
  return [
    {
      id: 'code',
      title: titles.code,
      width: 8,
      isRowHeader: true,
      value: ({ code }) => code,
      filter: { kind: 'text' },
      cell: ({ code }) => code,
    },
    ...clinicianColumn(clinicianOf),
    {
      id: 'survey',
      title: titles.survey,
      width: 10,
      value: ({ label }) => label,
      filter: { kind: 'text' },
      cell: ({ label }) => label,
    },
    {
      id: 'reason',
      title: titles.reason,
      width: 10,
      value: ({ reason }) => text.reason[reason],
      filter: { kind: 'choice', options: STUCK_REASONS.map((reason) => text.reason[reason]) },
      cell: ({ reason }) => text.reason[reason],
    },
    {
      id: 'detail',
      title: titles.detail,
      width: 12,
      value: stuckDetail,
      rank: daysOrCount,
      cell: stuckDetail,
    },
    {
      id: 'status',
      title: titles.status,
      width: 9,
      cell: ({ id, code }) => <ShowLink name={patientText.showStatusOf(code)} onOpen={() => onShow(id)} />,
    },
  ];
}

function clinicianColumn(clinicianOf: StuckPatientsProps['clinicianOf']): readonly Column<StuckPatient>[] {
  if (!clinicianOf) return [];
  const nameOf = ({ id }: StuckPatient) => clinicianOf(id);
  return [
    {
      id: 'clinician',
      title: titles.clinician,
      width: 10,
      value: nameOf,
      filter: { kind: 'text' },
      cell: nameOf,
    },
  ];
}

function daysOrCount(patient: StuckPatient): number {
  return patient.reason === 'missed' ? patient.missed : patient.days;
}
