import { useMemo } from 'react';
import { STUCK_REASONS, type StuckPatient } from '../../../domain/response-monitor.ts';
import type { WindowType } from '../../../domain/window-types.ts';
import { monitorText as text, stuckDetail } from '../../../text/monitor.ts';
import { patientText } from '../../../text/patients.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column, TableView } from '../../ui/table-rows.ts';
import { ShowLink } from '../patients/PatientCells.tsx';

export type StuckPatientsProps = {
  stuck: readonly StuckPatient[];
  view: TableView;
  onViewChange: (view: TableView) => void;
  onShow: (patientId: string) => void;
  /** The user name of a patient's clinician, for an admin. */
  clinicianOf?: ((patientId: string) => string) | undefined;
};

/** The patients with a stuck survey, the most urgent first. */
export function StuckPatients({ stuck, view, onViewChange, onShow, clinicianOf }: StuckPatientsProps) {
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
export type OverdueOf = WindowType | 'all';

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
