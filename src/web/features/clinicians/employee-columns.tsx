import { employeeText as text } from '../../../text/clinicians.ts';
import { numberText } from '../../../text/locale.ts';
import { today } from '../../api/clinic-time.ts';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { floatMenu } from '../../ui/float-menu.ts';
import { MenuButton, MenuItem } from '../../ui/MenuButton.tsx';
import type { Column } from '../../ui/table-rows.ts';
import css from './clinicians.module.css';
import { daysText, deputyshipOf, type Employee } from './deputy.ts';
import { DeputyState } from './DeputyState.tsx';
import { moreIcons } from '../../ui/more-icons.ts';

/** The actions of an admin on a clinician (product 2: row menu). */
export type EmployeeAction = keyof typeof text.menuItem;

type Choose = (action: EmployeeAction, employee: Employee) => void;

/** The columns of the employee table (product 2): edit, employee ID, password, deputy, assigned patients. */
export function employeeColumns(onChoose: Choose): readonly Column<Employee>[] {
  return [
    {
      id: 'edit',
      title: text.column.edit,
      width: 3.5,
      isControl: true,
      cell: (employee) => <EmployeeMenu employee={employee} onChoose={onChoose} />,
    },
    {
      id: 'username',
      title: text.column.username,
      width: 11,
      isRowHeader: true,
      value: ({ username }) => username,
      filter: { kind: 'text' },
      cell: (employee) => <EmployeeName employee={employee} />,
    },
    {
      id: 'password',
      title: text.column.password,
      width: 6.5,
      cell: () => <MaskedPassword />,
    },
    {
      id: 'deputy',
      title: text.column.deputy,
      width: 11,
      value: (employee) => {
        const deputyship = deputyshipOf(employee, today());
        return deputyship ? `${deputyship.username} ${daysText(deputyship)}` : '';
      },
      filter: { kind: 'text' },
      cell: (employee) => (
        <span className={`row ${css.deputyCell}`}>
          <DeputyState employee={employee} />
        </span>
      ),
    },
    {
      id: 'patients',
      title: text.column.patients,
      width: 8,
      value: ({ patient_count }) => patient_count,
      filter: { kind: 'number' },
      cell: ({ patient_count }) => numberText(patient_count),
    },
  ];
}

const icons = {
  rename: moreIcons.edit,
  reset: moreIcons.key,
  factor: 'phone',
  codes: 'people',
  transfer: moreIcons.transfer,
  undo: 'back',
  deputy: moreIcons.calendar,
  disable: moreIcons.personOff,
  enable: 'person',
} as const satisfies Record<EmployeeAction, IconName>;

const always = ['codes', 'transfer', 'undo'] as const satisfies readonly EmployeeAction[];
// A disabled clinician has no patients and needs no deputy.
const whileEnabled = ['deputy', 'disable'] as const satisfies readonly EmployeeAction[];

function EmployeeMenu({ employee, onChoose }: { employee: Employee; onChoose: Choose }) {
  const actions: EmployeeAction[] = [
    'rename',
    'reset',
    ...(employee.second_factor ? (['factor'] as const) : []),
    ...always,
    ...(employee.enabled ? whileEnabled : (['enable'] as const)),
  ];
  return (
    <MenuButton label={text.menu(employee.username)} icon={moreIcons.edit} float={floatMenu}>
      {actions.map((action) => (
        <MenuItem key={action} icon={icons[action]} onChoose={() => onChoose(action, employee)}>
          {text.menuItem[action]}
        </MenuItem>
      ))}
    </MenuButton>
  );
}

function EmployeeName({ employee: { username, enabled } }: { employee: Employee }) {
  return (
    <span className="beside shrinks">
      {!enabled && <Icon name={moreIcons.personOff} />}
      <span className={`shrinks ${css.nameText}`} title={username}>
        {username}
      </span>
      {!enabled && <span className={css.state}>{`(${text.disabled})`}</span>}
    </span>
  );
}

// The server stores only a hash, so the password cannot be shown.
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
