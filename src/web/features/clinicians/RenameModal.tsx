import { renameText as text } from '../../../text/clinicians.ts';
import { showFailure } from '../../api/failed-action.ts';
import { showNotice } from '../../api/messages.ts';
import { refreshing } from '../../api/queries.ts';
import { useForm } from '../../api/use-form.ts';
import { FormModal } from '../../ui/FormModal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { clinicianLists, type Employee } from './employee.ts';
import { renameProblem, sentUsername, usernameInput, usernameRefusal } from './username.ts';

type RenameModalProps = { employee: Employee; onClose: () => void };

/** Changes the employee ID. The clinician logs in with it (product 5.7 and 8.5). */
export function RenameModal({ employee, onClose }: RenameModalProps) {
  const { id, enabled, username: before } = employee;
  const form = useForm({
    defaults: { username: before },
    check: ({ username }) => ({ username: renameProblem(username, before) }),
    send: ({ username }, call) => {
      const body = { id, enabled, username: sentUsername(username) };
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
      <TextField
        {...form.field('username')}
        {...usernameInput}
        label={text.username}
        hint={text.hint(before)}
      />
    </FormModal>
  );
}
