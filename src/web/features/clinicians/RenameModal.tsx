import { useId } from 'react';
import { renameText as text } from '../../../text/clinicians.ts';
import { codeOf, fieldErrorsOf } from '../../api/failure.ts';
import { useChange } from '../../api/queries.ts';
import { showFailure, showNotice } from '../../frame/messages.ts';
import { clinicianLists, type Employee } from './employee.ts';
import { FormModal } from './FormModal.tsx';
import { renameProblem } from './username.ts';
import { UsernameForm } from './UsernameForm.tsx';

type RenameModalProps = { employee: Employee; onClose: () => void };

/** Changes the employee ID, with which the clinician logs in (product 5 and 8). */
export function RenameModal({ employee, onClose }: RenameModalProps) {
  const formId = useId();
  const { id, enabled, username: before } = employee;
  const { mutateAsync, isPending, error } = useChange('renameClinician', { refreshes: clinicianLists });
  const rename = async (username: string) => {
    try {
      await mutateAsync({ body: { id, enabled, username } });
      onClose();
      void showNotice(text.renamed);
    } catch (failure) {
      if (refusalOf(failure) === undefined) void showFailure('editClinician', failure);
    }
  };
  return (
    <FormModal
      title={text.title}
      formId={formId}
      submit={text.submit}
      isPending={isPending}
      onClose={onClose}
    >
      <UsernameForm
        id={formId}
        label={text.username}
        hint={text.hint(before)}
        initial={before}
        problemOf={(username) => renameProblem(username, before)}
        refusal={refusalOf(error)}
        onSubmit={(username) => !isPending && void rename(username)}
      />
    </FormModal>
  );
}

function refusalOf(error: unknown): string | undefined {
  if (codeOf(error) === 'username_taken') return text.taken;
  return fieldErrorsOf(error)['username']?.message;
}
