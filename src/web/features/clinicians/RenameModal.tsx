import { renameText as text } from '../../../text/clinicians.ts';
import { showFailure } from '../../api/failed-action.ts';
import { showNotice } from '../../api/messages.ts';
import { refreshing } from '../../api/queries.ts';
import { part } from '../../api/meanwhile.ts';
import { useEditForm } from '../../api/use-edit-form.ts';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { FormModal } from '../../ui/FormModal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { clinicianLists, type Employee } from './deputy.ts';
import { renameProblem, sentUsername, usernameInput, usernameRefusal } from './username.ts';

type RenameModalProps = { employee: Employee; onClose: () => void };

const usernameParts = [part<{ username: string }, 'username'>('username', text.username)];

/** Changes the employee ID. The clinician logs in with it (product 5.7 and 8.5). */
export function RenameModal({ employee, onClose }: RenameModalProps) {
  const { id, enabled, username: before } = employee;
  const form = useEditForm({
    row: employee,
    formOf: ({ username }) => ({ username }),
    parts: usernameParts,
    sources: clinicianLists,
    check: ({ username }) => ({ username: renameProblem(username, before) }),
    send: ({ username }, call, { revision }) => {
      const body = { id, revision, enabled, username: sentUsername(username) };
      return refreshing(clinicianLists, call('renameClinician', { body }));
    },
    onRefused: (error) => {
      const username = usernameRefusal(error, text.taken);
      if (username === undefined) void showFailure('editClinician', error);
      return { username };
    },
    onDone: () => {
      onClose();
      void showNotice(text.renamed);
    },
  });
  return (
    <FormModal title={text.title} form={form} submit={text.submit} onClose={onClose}>
      <ChangedMeanwhile changes={form.changes} />
      <TextField
        {...form.field('username')}
        {...usernameInput}
        label={text.username}
        hint={text.hint(before)}
      />
    </FormModal>
  );
}
