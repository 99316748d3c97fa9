import type { RouteName } from '../../../contract/routes.ts';
import { factorText, resetText } from '../../../text/clinicians.ts';
import { showFailure } from '../../api/failed-action.ts';
import { ask } from '../../api/messages.ts';
import { useChange } from '../../api/queries.ts';
import type { NewPassword } from './NewPasswordModal.tsx';

type Account = { id: string; username: string; second_factor: boolean };

/** Asks, then takes the second factor from an account, gives it a new password and shows that once. */
export function useAccountReset(
  lists: readonly RouteName[],
  show: (news: NewPassword) => void,
): (account: Account) => Promise<void> {
  const reset = useChange('resetSecondFactor', { refreshes: lists });
  return async ({ id, username, second_factor: hasFactor }) => {
    const { title, confirm, question } = hasFactor ? factorText : resetText;
    if (!(await ask({ title, text: question(username), confirmLabel: confirm, tone: 'danger' }))) return;
    try {
      const { data } = await reset.mutateAsync({ params: { id } });
      show({ kind: hasFactor ? 'factor' : 'reset', username, password: data });
    } catch (error) {
      void showFailure(hasFactor ? 'removeFactor' : 'resetPassword', error);
    }
  };
}
