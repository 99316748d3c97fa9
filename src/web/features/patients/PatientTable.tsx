import { useEffect, useMemo, useState } from 'react';
import { wideOnlyText } from '../../../text/clinician.ts';
import { patientText as text } from '../../../text/patients.ts';
import { useStore } from '../../api/use-store.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Elements } from '../../ui/elements.ts';
import type { Column } from '../../ui/table-rows.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useNarrow } from '../../ui/use-media.ts';
import { patientTableView, returnedFrom, keptOf, rememberLastView, tableMemory } from './table-memory.ts';
import css from './patient-table.module.css';
import { TableTools } from './TableTools.tsx';
import type { Reason } from './TodayStrip.tsx';
import { createStore } from '../../api/store.ts';

type PatientAreaProps = {
  buttons: Elements;
  failed: Elements;
  /** Nothing stands between the buttons and the table. They share a line then. */
  tableIsFirst?: boolean;
  children: Elements;
};

/**
 * A patient table with buttons above it and failures between them (product 2). In a small window a red notice stands
 * above the patients, which are cards there (product 2.13).
 */
export function PatientArea({ buttons, failed, tableIsFirst = false, children }: PatientAreaProps) {
  const isNarrow = useNarrow();
  return (
    <div className={`stack ${css.area} ${tableIsFirst ? css.tableFirst : ''}`} data-patients>
      <div className={`row ${css.toolbar}`}>
        {buttons}
        <SavedPatient />
      </div>
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
  /** Why patients wait: filters besides those of the columns. Pass the same array. */
  reasons?: readonly Reason<Patient>[];
};

const keyOf = ({ id }: Listed) => id;
const none: readonly never[] = [];

/** The patients of a list. Order and filters stay during a visit to another page. */
export function PatientTable<Patient extends Listed>({
  label,
  patients,
  columns,
  first,
  reasons = none,
}: PatientTableProps<Patient>) {
  const view = useStore(patientTableView);
  const arrival = useStore(returnedFrom);
  const { hidden } = useStore(tableMemory);
  const [showsKeys, setShowsKeys] = useState(false);
  const shown = useMemo(() => columns?.filter(({ id }) => !hidden.includes(id)), [columns, hidden]);
  const presets = useMemo(() => Object.fromEntries(reasons.map(({ id, isOf }) => [id, isOf])), [reasons]);
  useEffect(() => {
    if (columns) rememberLastView(keptOf(view, columns));
  }, [view, columns]);
  if (!columns || !shown) return <p>{text.wrongUserType}</p>;
  return (
    <DataTable
      label={label}
      rows={patients}
      columns={shown}
      tools={<TableTools {...{ columns, reasons, showsKeys, setShowsKeys }} />}
      onHelp={() => setShowsKeys(true)}
      rowKey={keyOf}
      first={first}
      presets={presets}
      view={view}
      onViewChange={patientTableView.set}
      arrival={arrival ?? undefined}
      empty={<p>{text.empty}</p>}
    />
  );
}

/** The code of the patient that this page has just saved, or ''. */
export const savedCode = createStore('');

/** Says that a patient was saved, also to a screen reader. It ends with the next edit and with a visit to another page. */
function SavedPatient() {
  const code = useStore(savedCode);
  useEffect(() => () => savedCode.set(''), []);
  return <output className={`muted small ${css.saved}`}>{code && text.saved(code)}</output>;
}
