import { useState } from 'react';
import { employeeText as text } from '../../../text/clinicians.ts';
import { failureSentence } from '../../api/messages.ts';
import { useAnswer } from '../../api/queries.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Button } from '../../ui/Button.tsx';
import { WideOnly } from '../patients/WideOnly.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { plainView } from '../../ui/table-rows.ts';
import css from './clinicians.module.css';
import { EmployeeDialogs, type OpenDialog } from './EmployeeDialogs.tsx';
import type { EmployeeAction } from './EmployeeMenu.tsx';
import type { Employee } from './employee.ts';
import { employeeColumns } from './employee-columns.tsx';
import { useEmployeeState } from './use-employee-state.ts';

const isDisabled = ({ enabled }: Employee) => !enabled;
const idOf = ({ id }: Employee) => id;

/** The employee overview of the admin (product 2). */
export function EmployeeOverview() {
  const { data, error, refetch } = useAnswer('listCliniciansWithCounts');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [view, setView] = useState(plainView);
  const { resetPassword, setEnabled } = useEmployeeState((news) => setDialog({ kind: 'password', news }));
  const choose = (action: EmployeeAction, employee: Employee) => {
    if (action === 'reset') void resetPassword(employee);
    else if (action === 'enable' || action === 'disable') void setEnabled(employee, action);
    else setDialog({ kind: action, employee });
  };
  // The table takes other columns for another table.
  const [columns] = useState(() => employeeColumns(choose));
  const failed = error && <LoadFailed sentence={failureSentence('listClinicians', error)} retry={refetch} />;
  if (!data) return failed ?? <Spinner />;
  return (
    <div className={css.overview}>
      <div>
        <Button icon="person-add" onClick={() => setDialog({ kind: 'register' })}>
          {text.register}
        </Button>
      </div>
      {failed}
      <WideOnly>
        <DataTable
          label={text.table}
          rows={data.clinicians}
          columns={columns}
          rowKey={idOf}
          isMuted={isDisabled}
          view={view}
          onViewChange={setView}
          empty={<p>{text.empty}</p>}
        />
      </WideOnly>
      <EmployeeDialogs dialog={dialog} employees={data.clinicians} onChange={setDialog} />
    </div>
  );
}
