import { useState } from 'react';
import type { Answer } from '../../../contract/routes.ts';
import { adminAccessText as text, disableText, employeeText } from '../../../text/clinicians.ts';
import { showFailure } from '../../api/failed-action.ts';
import { LoadFailed } from '../../api/LoadFailed.tsx';
import { ask, showNotice } from '../../api/messages.ts';
import { useAnswer, useChange } from '../../api/queries.ts';
import { moreIcons } from '../../ui/more-icons.ts';
import { Button } from '../../ui/Button.tsx';
import { floatMenu } from '../../ui/float-menu.ts';
import { MenuButton, MenuItem } from '../../ui/MenuButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { RegisterModal } from './account-modals.tsx';
import css from './clinicians.module.css';
import { type NewPassword, NewPasswordModal } from './NewPasswordModal.tsx';
import { useAccountReset } from './use-account-reset.ts';

type Admin = Answer<'listAdmins'>['admins'][number];
type AdminAction = 'reset' | 'enable' | 'disable';

/** The admins of the clinic (product 2.17). Nobody changes the own account here, so one who can log in is always left. */
export function AdminOverview() {
  const { data, error, refetch } = useAnswer('listAdmins');
  const [dialog, setDialog] = useState<'add' | NewPassword | null>(null);
  const choose = useAdminActions(setDialog);
  const close = () => setDialog(null);
  const show = (username: string, password: string) => setDialog({ kind: 'admin', username, password });
  return (
    <section className="stack gap-4" aria-label={text.title}>
      <h3>{text.title}</h3>
      <p className="readable">{text.lead}</p>
      <div>
        <Button look="secondary" icon="person-add" onClick={() => setDialog('add')}>
          {text.add}
        </Button>
      </div>
      {error && <LoadFailed what="listAdmins" error={error} retry={refetch} />}
      {!data && !error && <Spinner />}
      {data && (
        <ul className="framed plain readable">
          {data.admins.map((admin) => (
            <AdminLine key={admin.id} admin={admin} onChoose={(action) => void choose(action, admin)} />
          ))}
        </ul>
      )}
      {dialog === 'add' && <RegisterModal kind="admin" onRegistered={show} onClose={close} />}
      {dialog !== null && dialog !== 'add' && <NewPasswordModal news={dialog} onClose={close} />}
    </section>
  );
}

function AdminLine({ admin, onChoose }: { admin: Admin; onChoose: (action: AdminAction) => void }) {
  const { username, enabled, second_factor: hasFactor, is_self: isSelf } = admin;
  const { reset, factor, disable, enable } = employeeText.menuItem;
  return (
    <li className={css.adminLine}>
      <span>
        <strong className={css.deputyName}>{username}</strong>
        {isSelf && <span>{` (${text.self})`}</span>}
        {!enabled && <span>{` (${employeeText.disabled})`}</span>}
      </span>
      {!isSelf && (
        <MenuButton label={text.menu(username)} icon={moreIcons.edit} float={floatMenu}>
          <MenuItem icon={moreIcons.key} onChoose={() => onChoose('reset')}>
            {hasFactor ? factor : reset}
          </MenuItem>
          <MenuItem
            icon={enabled ? moreIcons.personOff : 'person'}
            onChoose={() => onChoose(enabled ? 'disable' : 'enable')}
          >
            {enabled ? disable : enable}
          </MenuItem>
        </MenuButton>
      )}
    </li>
  );
}

function useAdminActions(show: (news: NewPassword) => void) {
  const reset = useAccountReset(['listAdmins'], show);
  const enable = useChange('enableAdmin', { refreshes: ['listAdmins'] });
  const disable = useChange('disableAdmin', { refreshes: ['listAdmins'] });
  return async (action: AdminAction, admin: Admin) => {
    const { id, username } = admin;
    if (action === 'reset') return reset(admin);
    if (action === 'disable' && !(await askToDisable(username))) return;
    try {
      await { enable, disable }[action].mutateAsync({ params: { id } });
      void showNotice(action === 'enable' ? text.enabledNow(username) : text.disabledNow(username));
    } catch (error) {
      void showFailure('editAdmin', error);
    }
  };
}

const askToDisable = (username: string) =>
  ask({
    title: text.disableTitle,
    text: text.disableQuestion(username),
    confirmLabel: disableText.confirm,
    cancelLabel: disableText.later,
  });
