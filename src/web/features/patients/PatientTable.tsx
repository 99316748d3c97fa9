import { patientText as text } from '../../../text/patients.ts';
import { useStore } from '../../api/store.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/table-column.ts';
import { patientTableView } from './table-view.ts';

type Listed = { id: string };

type PatientTableProps<Patient extends Listed> = {
  label: string;
  patients: readonly Patient[];
  /** Those of the user's type; there are none for a type that has no patients. */
  columns: readonly Column<Patient>[] | undefined;
};

const keyOf = ({ id }: Listed) => id;

/** The patients of a list. What is sorted and filtered stays so while the user looks at something else. */
export function PatientTable<Patient extends Listed>({
  label,
  patients,
  columns,
}: PatientTableProps<Patient>) {
  const view = useStore(patientTableView);
  if (!columns) return <p>{text.wrongUserType}</p>;
  return (
    <DataTable
      label={label}
      rows={patients}
      columns={columns}
      rowKey={keyOf}
      view={view}
      onViewChange={patientTableView.set}
      empty={<p>{text.empty}</p>}
    />
  );
}
