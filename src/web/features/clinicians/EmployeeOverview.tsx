import { useState } from 'react';
import { deputyText, disableText, employeeText as text, resetText } from '../../../text/clinicians.ts';
import { uiText } from '../../../text/ui.ts';
import { today } from '../../api/clinic-time.ts';
import { codeOf } from '../../api/failure.ts';
import { showFailure } from '../../api/failed-action.ts';
import { ask, showNotice } from '../../api/messages.ts';
import { refreshAnswers, useAnswer, useChange } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { plainView } from '../../ui/table-rows.ts';
import { deputyshipOf, clinicianLists, type Employee } from './deputy.ts';
import { DeputyModal } from './DeputyModal.tsx';
import { type EmployeeAction, employeeColumns } from './employee-columns.tsx';
import { AdminOverview } from './AdminOverview.tsx';
import { type NewPassword, NewPasswordModal } from './NewPasswordModal.tsx';
import { useAccountReset } from './use-account-reset.ts';
import { PatientCodesModal, RegisterModal, RenameModal } from './account-modals.tsx';
import { TransferModal } from './TransferModal.tsx';
import { UndoTransferModal } from './UndoTransferModal.tsx';

const isDisabled = ({ enabled }: Employee) => !enabled;
const idOf = ({ id }: Employee) => id;

/** The employee overview of the admin (product 2.17). */
export default function EmployeeOverview() {
  const { data, error, refetch } = useAnswer('listCliniciansWithCounts');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [view, setView] = useState(plainView);
  const { resetPassword, setEnabled, askToDisable } = useEmployeeState(setDialog, data?.clinicians ?? []);
  const removeFactor = useAccountReset(clinicianLists, (news) => setDialog({ kind: 'password', news }));
  const choose = (action: EmployeeAction, employee: Employee) => {
    if (action === 'reset') void resetPassword(employee);
    else if (action === 'factor') void removeFactor(employee);
    else if (action === 'disable' && employee.patient_count > 0) setDialog({ kind: 'assigned', employee });
    else if (action === 'disable') void askToDisable(employee, disableText.plainQuestion(employee.username));
    else if (action === 'enable') void setEnabled(employee, 'enable');
    else setDialog({ kind: action, employee });
  };
  // Built once, because new columns make the table compute all rows again.
  const [columns] = useState(() => employeeColumns(choose));
  const failed = error && <LoadFailed what="listClinicians" error={error} retry={refetch} />;
  if (!data) return failed ?? <Spinner />;
  return (
    <div className="stack gap-4">
      <div>
        <Button icon="person-add" onClick={() => setDialog({ kind: 'register' })}>
          {text.register}
        </Button>
      </div>
      {failed}
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
      <AdminOverview />
      {dialog && (
        <EmployeeDialog
          dialog={dialog}
          employees={data.clinicians}
          onChange={setDialog}
          onDisable={askToDisable}
        />
      )}
    </div>
  );
}

/** The changes of a clinician without a form: a new password, and enabling or disabling the account. */
function useEmployeeState(open: (dialog: OpenDialog) => void, employees: readonly Employee[]) {
  const reset = useChange('resetPassword', { refreshes: clinicianLists });
  const enable = useChange('enableClinician', { refreshes: clinicianLists });
  const disable = useChange('disableClinician', { refreshes: clinicianLists });

  async function resetPassword({ id, username }: Employee) {
    const { title, confirm, question } = resetText;
    if (!(await ask({ title, text: question(username), confirmLabel: confirm, tone: 'danger' }))) return;
    try {
      const { data } = await reset.mutateAsync({ params: { id } });
      open({ kind: 'password', news: { kind: 'reset', username, password: data } });
    } catch (error) {
      void showFailure('resetPassword', error);
    }
  }

  async function setEnabled(employee: Employee, change: 'enable' | 'disable') {
    const { id, username } = employee;
    const { mutateAsync } = { enable, disable }[change];
    try {
      await mutateAsync({ params: { id } });
      void showNotice(change === 'enable' ? text.enabledNow(username) : disabledText(employee, employees));
    } catch (error) {
      if (codeOf(error) !== 'patients_assigned') return void showFailure('editClinician', error);
      // A patient was assigned meanwhile.
      await refreshAnswers(clinicianLists);
      open({ kind: 'assigned', employee });
    }
  }

  async function askToDisable(employee: Employee, question: string) {
    const { nextTitle: title, confirm: confirmLabel, later: cancelLabel } = disableText;
    if (await ask({ title, text: question, confirmLabel, cancelLabel }))
      await setEnabled(employee, 'disable');
  }

  return { resetPassword, setEnabled, askToDisable };
}

/** That the account is disabled, and whose deputy it was. */
function disabledText({ id, username }: Employee, employees: readonly Employee[]): string {
  const deputised = employees.filter((one) => deputyshipOf(one, today())?.deputy_id === id);
  const ended = deputised.map((one) => deputyText.ended(one.username));
  return [text.disabledNow(username), ...ended].join(' ');
}

/** The open dialog over the overview. */
type OpenDialog =
  | { kind: 'register' }
  | { kind: 'password'; news: NewPassword }
  | { kind: 'rename' | 'codes' | 'transfer' | 'undo' | 'deputy'; employee: Employee }
  /** Disabling a clinician with patients: first the explanation, then the transfer, then the question. */
  | { kind: 'assigned' | 'transferFirst'; employee: Employee };

type EmployeeDialogProps = {
  dialog: OpenDialog;
  employees: readonly Employee[];
  onChange: (dialog: OpenDialog | null) => void;
  onDisable: (employee: Employee, question: string) => Promise<void>;
};

function EmployeeDialog({ dialog, employees, onChange, onDisable }: EmployeeDialogProps) {
  const close = () => onChange(null);
  if (dialog.kind === 'register') {
    const show = (username: string, password: string) =>
      onChange({ kind: 'password', news: { kind: 'registered', username, password } });
    return <RegisterModal kind="clinician" onRegistered={show} onClose={close} />;
  }
  if (dialog.kind === 'password') return <NewPasswordModal news={dialog.news} onClose={close} />;
  if (dialog.kind === 'rename') return <RenameModal employee={dialog.employee} onClose={close} />;
  if (dialog.kind === 'codes') return <PatientCodesModal employee={dialog.employee} onClose={close} />;
  const { kind, employee } = dialog;
  const shared = { employee, employees, onClose: close };
  if (kind === 'deputy') return <DeputyModal {...shared} />;
  if (kind === 'transfer') return <TransferModal {...shared} />;
  if (kind === 'undo') return <UndoTransferModal employee={freshOf(employee, employees)} onClose={close} />;
  if (kind === 'assigned')
    return <AssignedModal {...shared} onTransfer={() => onChange({ kind: 'transferFirst', employee })} />;
  const askToDisable = (target: string) =>
    void onDisable(employee, disableText.question(target, employee.username));
  return <TransferModal {...shared} onTransferred={askToDisable} />;
}

/** The clinician as the list has it now. A dialog may have changed the account. */
function freshOf(employee: Employee, employees: readonly Employee[]): Employee {
  return employees.find(({ id }) => id === employee.id) ?? employee;
}

type AssignedModalProps = {
  employee: Employee;
  employees: readonly Employee[];
  onTransfer: () => void;
  onClose: () => void;
};

/** Why a clinician with patients cannot be disabled, and the way out (product 19.4). */
function AssignedModal({ employee, employees, onTransfer, onClose }: AssignedModalProps) {
  const { patient_count: count, username } = freshOf(employee, employees);
  return (
    <Modal
      title={disableText.title}
      size="small"
      dismissal="free"
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button onClick={onTransfer}>{text.menuItem.transfer}</Button>
        </>
      }
    >
      <p>{disableText.text(count, username)}</p>
      <p>{disableText.why}</p>
    </Modal>
  );
}
