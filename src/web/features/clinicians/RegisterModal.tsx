import { useId } from 'react';
import { registerClinicianText as text } from '../../../text/clinicians.ts';
import { codeOf, fieldErrorsOf } from '../../api/failure.ts';
import { useChange } from '../../api/queries.ts';
import { showFailure } from '../../frame/messages.ts';
import { clinicianLists } from './employee.ts';
import { FormModal } from './FormModal.tsx';
import { usernameProblem } from './username.ts';
import { UsernameForm } from './UsernameForm.tsx';

type RegisterModalProps = { onRegistered: (username: string, password: string) => void; onClose: () => void };

/** Creates a clinician; the generated password is handed on, to be shown once (product 7). */
export function RegisterModal({ onRegistered, onClose }: RegisterModalProps) {
  const formId = useId();
  const { mutateAsync, isPending, error } = useChange('registerClinician', { refreshes: clinicianLists });
  const register = async (username: string) => {
    try {
      const { data } = await mutateAsync({ body: { username } });
      onRegistered(username, data);
    } catch (failure) {
      if (refusalOf(failure) === undefined) void showFailure('register', failure);
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
        hint={text.hint}
        initial=""
        problemOf={usernameProblem}
        refusal={refusalOf(error)}
        onSubmit={(username) => !isPending && void register(username)}
      />
    </FormModal>
  );
}

function refusalOf(error: unknown): string | undefined {
  if (codeOf(error) === 'username_taken') return text.taken;
  return fieldErrorsOf(error)['username']?.message;
}
