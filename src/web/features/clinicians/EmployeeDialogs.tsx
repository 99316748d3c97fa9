import type { Employee } from './employee.ts';
import { type NewPassword, NewPasswordModal } from './NewPasswordModal.tsx';
import { PatientCodesModal } from './PatientCodesModal.tsx';
import { RegisterModal } from './RegisterModal.tsx';
import { RenameModal } from './RenameModal.tsx';
import { TransferModal } from './TransferModal.tsx';

/** The dialog that is open over the employee overview. */
export type OpenDialog =
  | { kind: 'register' }
  | { kind: 'password'; news: NewPassword }
  | { kind: 'rename' | 'codes' | 'transfer'; employee: Employee };

type EmployeeDialogsProps = {
  dialog: OpenDialog | null;
  employees: readonly Employee[];
  onChange: (dialog: OpenDialog | null) => void;
};

export function EmployeeDialogs({ dialog, employees, onChange }: EmployeeDialogsProps) {
  const close = () => onChange(null);
  if (!dialog) return null;
  if (dialog.kind === 'register') {
    const show = (username: string, password: string) =>
      onChange({ kind: 'password', news: { kind: 'registered', username, password } });
    return <RegisterModal onRegistered={show} onClose={close} />;
  }
  if (dialog.kind === 'password') return <NewPasswordModal news={dialog.news} onClose={close} />;
  if (dialog.kind === 'rename') return <RenameModal employee={dialog.employee} onClose={close} />;
  if (dialog.kind === 'codes') return <PatientCodesModal employee={dialog.employee} onClose={close} />;
  return <TransferModal employee={dialog.employee} employees={employees} onClose={close} />;
}
