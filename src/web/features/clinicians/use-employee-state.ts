import { employeeText, resetText } from '../../../text/clinicians.ts';
import { useChange } from '../../api/queries.ts';
import { ask, showFailure, showNotice } from '../../api/messages.ts';
import { clinicianLists, type Employee } from './employee.ts';
import type { NewPassword } from './NewPasswordModal.tsx';

/** The changes of a clinician that need no form: a new password, which is shown once, and enabling or disabling. */
export function useEmployeeState(onPassword: (news: NewPassword) => void) {
  const reset = useChange('resetPassword', { refreshes: clinicianLists });
  const enable = useChange('enableClinician', { refreshes: clinicianLists });
  const disable = useChange('disableClinician', { refreshes: clinicianLists });

  async function resetPassword({ id, username }: Employee) {
    const { title, confirm, question } = resetText;
    if (!(await ask({ title, text: question(username), confirmLabel: confirm, tone: 'danger' }))) return;
    try {
      const { data } = await reset.mutateAsync({ params: { id } });
      onPassword({ kind: 'reset', username, password: data });
    } catch (error) {
      void showFailure('resetPassword', error);
    }
  }

  async function setEnabled({ id, username }: Employee, change: 'enable' | 'disable') {
    const { mutateAsync } = { enable, disable }[change];
    try {
      await mutateAsync({ params: { id } });
      const { enabledNow, disabledNow } = employeeText;
      void showNotice((change === 'enable' ? enabledNow : disabledNow)(username));
    } catch (error) {
      void showFailure('editClinician', error);
    }
  }

  return { resetPassword, setEnabled };
}
