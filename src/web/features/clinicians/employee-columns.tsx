import { employeeText as text } from '../../../text/clinicians.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { Column } from '../../ui/table-column.ts';
import css from './clinicians.module.css';
import type { Employee } from './employee.ts';
import { type EmployeeAction, EmployeeMenu } from './EmployeeMenu.tsx';

/** The columns of the employee table (product 2): edit, employee ID, password, assigned patients. */
export function employeeColumns(
  onChoose: (action: EmployeeAction, employee: Employee) => void,
): readonly Column<Employee>[] {
  return [
    {
      id: 'edit',
      title: text.column.edit,
      width: 4,
      isControl: true,
      cell: (employee) => <EmployeeMenu employee={employee} onChoose={onChoose} />,
    },
    {
      id: 'username',
      title: text.column.username,
      width: 15,
      isRowHeader: true,
      value: ({ username }) => username,
      filter: { kind: 'text' },
      cell: (employee) => <EmployeeName employee={employee} />,
    },
    {
      id: 'password',
      title: text.column.password,
      width: 9,
      cell: () => <MaskedPassword />,
    },
    {
      id: 'patients',
      title: text.column.patients,
      width: 11,
      value: ({ patient_count }) => patient_count,
      filter: { kind: 'number' },
      cell: ({ patient_count }) => patient_count.toLocaleString('de-DE'),
    },
  ];
}

function EmployeeName({ employee: { username, enabled } }: { employee: Employee }) {
  return (
    <span className={css.name}>
      {!enabled && <Icon name="person_off" />}
      <span className={css.nameText} title={username}>
        {username}
      </span>
      {!enabled && <span className={css.state}>({text.disabled})</span>}
    </span>
  );
}

// Nobody can be shown a password: there is only its hash.
function MaskedPassword() {
  return (
    <>
      <span aria-hidden="true" className={css.password}>
        {text.password}
      </span>
      <span className="visually-hidden">{text.passwordHidden}</span>
    </>
  );
}
