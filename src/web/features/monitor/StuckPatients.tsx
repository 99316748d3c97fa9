import { useState } from 'react';
import { STUCK_REASONS, type StuckPatient } from '../../../domain/response-monitor.ts';
import { monitorText as text, stuckDetail } from '../../../text/monitor.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { type Column, plainView } from '../../ui/table-rows.ts';
import { ShowLink } from '../patients/PatientCells.tsx';
import { patientText } from '../../../text/patients.ts';

type StuckPatientsProps = { stuck: readonly StuckPatient[]; onShow: (patientId: string) => void };

/** The patients with a stuck survey, the most urgent first, without their clinicians. */
export function StuckPatients({ stuck, onShow }: StuckPatientsProps) {
  const [view, setView] = useState(plainView);
  const [columns] = useState(() => stuckColumns(onShow));
  if (stuck.length === 0) return <p>{text.nobodyStuck}</p>;
  return (
    <DataTable
      label={text.stuckTable}
      rows={stuck}
      columns={columns}
      rowKey={idOf}
      view={view}
      onViewChange={setView}
      empty={<p>{text.nobodyStuck}</p>}
    />
  );
}

const idOf = ({ id }: StuckPatient) => id;

const { stuckColumn: titles } = text;

function stuckColumns(onShow: (patientId: string) => void): readonly Column<StuckPatient>[] {
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
    { id: 'detail', title: titles.detail, width: 12, cell: stuckDetail },
    {
      id: 'status',
      title: titles.status,
      width: 9,
      cell: ({ id, code }) => <ShowLink name={patientText.showStatusOf(code)} onOpen={() => onShow(id)} />,
    },
  ];
}
