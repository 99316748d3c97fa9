import { passwordDialogText as text } from '../../text/password.ts';
import { CallFailed, codeOf, fieldErrorsOf } from '../api/failure.ts';
import type { Problems } from '../api/form.ts';
import { showNotice } from '../api/messages.ts';
import { mustChangePassword, session } from '../api/session.ts';
import { useStore } from '../api/use-store.ts';
import { useForm } from '../api/use-form.ts';
import { FormModal } from '../ui/FormModal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { type PasswordForm, passwordProblems } from './password-check.ts';

/** The password change dialog (product 2.4 and 5.2). */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const isDue = useStore(mustChangePassword);
  const user = useStore(session);
  const form = useForm({
    defaults: { old: '', new: '', confirmed: '' },
    check: (typed) => passwordProblems(typed, user ? [user.userName, user.clinicName] : []),
    send: (typed, call) =>
      call('changePassword', {
        body: { old_password: typed.old, new_password: typed.new, confirmed_new_password: typed.confirmed },
      }),
    onRefused: refusalOf,
    onDone: () => {
      mustChangePassword.set(false);
      onClose();
      void showNotice(text.changed);
    },
  });
  const field = (name: keyof PasswordForm) => ({ ...form.field(name), label: text[name] });
  return (
    <FormModal
      title={text.title}
      form={form}
      submit={text.submit}
      isStatic={isDue}
      lead={isDue && <Notice tone="info">{text.mustChange}</Notice>}
      onClose={onClose}
    >
      <PasswordField {...field('old')} autoComplete="current-password" />
      <PasswordField {...field('new')} hint={text.hint} autoComplete="new-password" />
      <PasswordField {...field('confirmed')} autoComplete="new-password" />
    </FormModal>
  );
}

function refusalOf(error: unknown): Problems<PasswordForm> {
  const { old_password, new_password, confirmed_new_password } = fieldErrorsOf(error);
  return {
    old: old_password?.message,
    new: new_password?.message,
    confirmed: confirmed_new_password?.message,
    form: failureOf(error),
  };
}

function failureOf(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === 'old_password_wrong' || code === 'too_many_attempts')
    return error instanceof CallFailed ? error.problem?.title : undefined;
  return text.failure;
}
