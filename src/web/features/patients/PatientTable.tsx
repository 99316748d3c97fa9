import type { ReactNode } from 'react';
import { wideOnlyText } from '../../../text/clinician.ts';
import { patientText as text } from '../../../text/patients.ts';
import { session } from '../../api/session.ts';
import { createStore, useStore } from '../../api/store.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { type Column, plainView } from '../../ui/table-rows.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { returnedFrom } from './returned-from.ts';
import css from './patients.module.css';

// Order and filters of the table until the end of the session. In memory only (R61).
const patientTableView = createStore(plainView);

session.subscribe(() => {
  if (session.get()) return;
  patientTableView.set(plainView);
  returnedFrom.set(null);
});

/** The row of this patient stays until the filters change, also when reading a report changes what the row says. */
export function keepInTable(patientId: string): void {
  const view = patientTableView.get();
  if (!view.kept.includes(patientId)) patientTableView.set({ ...view, kept: [...view.kept, patientId] });
}

type PatientAreaProps = { buttons: ReactNode; failed: ReactNode; children: ReactNode };

/**
 * A patient table with buttons above it and failures between them (product 2). In a small window a red notice stands
 * above the patients, which are cards there (product 2.13).
 */
export function PatientArea({ buttons, failed, children }: PatientAreaProps) {
  const isNarrow = useNarrow();
  return (
    <div className={css.area}>
      <div className={css.toolbar}>{buttons}</div>
      {failed}
      {isNarrow && <Notice tone="error">{wideOnlyText}</Notice>}
      {children}
    </div>
  );
}

type Listed = { id: string };

type PatientTableProps<Patient extends Listed> = {
  label: string;
  patients: readonly Patient[];
  /** The columns for the user's type. Undefined for a type without patients. */
  columns: readonly Column<Patient>[] | undefined;
  /** Chooses the patients that stand first. Pass the same function. */
  first?: (patients: readonly Patient[]) => readonly Patient[];
};

const keyOf = ({ id }: Listed) => id;

/** The patients of a list. Order and filters stay during a visit to another page. */
export function PatientTable<Patient extends Listed>({
  label,
  patients,
  columns,
  first,
}: PatientTableProps<Patient>) {
  const view = useStore(patientTableView);
  const arrival = useStore(returnedFrom);
  if (!columns) return <p>{text.wrongUserType}</p>;
  return (
    <DataTable
      label={label}
      rows={patients}
      columns={columns}
      rowKey={keyOf}
      first={first}
      view={view}
      onViewChange={patientTableView.set}
      arrival={arrival ?? undefined}
      empty={<p>{text.empty}</p>}
    />
  );
}
