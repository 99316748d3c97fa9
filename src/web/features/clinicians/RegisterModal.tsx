import { registerClinicianText as text } from '../../../text/clinicians.ts';
import { showFailure } from '../../api/failed-action.ts';
import { refreshing } from '../../api/queries.ts';
import { useForm } from '../../api/use-form.ts';
import { FormModal } from '../../ui/FormModal.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { clinicianLists } from './deputy.ts';
import { sentUsername, usernameInput, usernameProblem, usernameRefusal } from './username.ts';

type RegisterModalProps = { onRegistered: (username: string, password: string) => void; onClose: () => void };

/** Creates a clinician. The caller shows the generated password once (product 7.2). */
export function RegisterModal({ onRegistered, onClose }: RegisterModalProps) {
  const form = useForm({
    defaults: { username: '' },
    check: ({ username }) => ({ username: usernameProblem(username) }),
    send: ({ username }, call) =>
      refreshing(clinicianLists, call('registerClinician', { body: { username: sentUsername(username) } })),
    onRefused: (error) => {
      const username = usernameRefusal(error, text.taken);
      if (username === undefined) void showFailure('register', error);
      return { username };
    },
    onDone: ({ data }, { username }) => onRegistered(sentUsername(username), data),
  });
  return (
    <FormModal title={text.title} form={form} submit={text.submit} onClose={onClose}>
      <TextField {...form.field('username')} {...usernameInput} label={text.username} hint={text.hint} />
    </FormModal>
  );
}
