import { employeeText as text } from '../../../text/clinicians.ts';
import type { IconName } from '../../ui/Icon.tsx';
import { MenuButton, MenuItem } from '../../ui/MenuButton.tsx';
import type { Employee } from './employee.ts';

/** What can be done with a clinician (product 2: row menu). */
export type EmployeeAction = keyof typeof text.menuItem;

const icons = {
  rename: 'edit',
  reset: 'key',
  codes: 'people',
  transfer: 'transfer',
  disable: 'person_off',
  enable: 'person',
} as const satisfies Record<EmployeeAction, IconName>;

const always = ['rename', 'reset', 'codes', 'transfer'] as const satisfies readonly EmployeeAction[];

type EmployeeMenuProps = {
  employee: Employee;
  onChoose: (action: EmployeeAction, employee: Employee) => void;
};

export function EmployeeMenu({ employee, onChoose }: EmployeeMenuProps) {
  const actions: EmployeeAction[] = [...always, employee.enabled ? 'disable' : 'enable'];
  return (
    <MenuButton label={text.menu(employee.username)} icon="edit" floating>
      {actions.map((action) => (
        <MenuItem key={action} icon={icons[action]} onChoose={() => onChoose(action, employee)}>
          {text.menuItem[action]}
        </MenuItem>
      ))}
    </MenuButton>
  );
}
