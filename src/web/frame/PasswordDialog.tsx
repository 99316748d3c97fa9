import { type FormEvent, useId, useRef, useState } from 'react';
import { passwordDialogText } from '../../text/frame.ts';
import { uiText } from '../../text/ui.ts';
import { call, newKey } from '../api/call.ts';
import { codeOf, CallFailed, fieldErrorsOf, isNetworkFailure } from '../api/failure.ts';
import { mustChangePassword, session } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { showNotice } from './messages.ts';
import { type PasswordForm, type PasswordProblems, passwordProblems } from './password-check.ts';

const emptyForm: PasswordForm = { old: '', new: '', confirmed: '' };

/** The password change dialog (spec 2 and 5). */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const user = useStore(session);
  const isDue = useStore(mustChangePassword);
  const [form, setForm] = useState(emptyForm);
  const [problems, setProblems] = useState<PasswordProblems>({});
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  // The same key for a repetition after a lost answer, a new one after every answer (R26).
  const key = useRef(newKey());

  async function send() {
    setIsPending(true);
    setFailure(undefined);
    try {
      await call('changePassword', { body: requestOf(form), key: key.current });
      mustChangePassword.set(false);
      onClose();
      void showNotice(passwordDialogText.changed);
    } catch (error) {
      if (!isNetworkFailure(error)) key.current = newKey();
      setProblems(problemsOf(error));
      setFailure(failureOf(error));
    } finally {
      setIsPending(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = passwordProblems(form, user ? [user.userName, user.clinicName] : []);
    setProblems(found);
    if (Object.keys(found).length === 0 && !isPending) void send();
  }

  const field = (name: keyof PasswordForm) => ({
    value: form[name],
    error: problems[name],
    onChange: (value: string) => setForm({ ...form, [name]: value }),
  });

  return (
    <Modal
      title={passwordDialogText.title}
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button type="submit" form={formId} pending={isPending}>
            {passwordDialogText.submit}
          </Button>
        </>
      }
    >
      {isDue && <Notice tone="info">{passwordDialogText.mustChange}</Notice>}
      <Form id={formId} problems={problems} onSubmit={submit}>
        <PasswordField {...field('old')} label={passwordDialogText.old} autoComplete="current-password" />
        <PasswordField
          {...field('new')}
          label={passwordDialogText.new}
          hint={passwordDialogText.hint}
          autoComplete="new-password"
        />
        <PasswordField
          {...field('confirmed')}
          label={passwordDialogText.confirmed}
          autoComplete="new-password"
        />
        {failure && <Notice tone="error">{failure}</Notice>}
      </Form>
    </Modal>
  );
}

function requestOf(form: PasswordForm) {
  return { old_password: form.old, new_password: form.new, confirmed_new_password: form.confirmed };
}

// The server's refusals of single fields, where it names them.
function problemsOf(error: unknown): PasswordProblems {
  const errors = fieldErrorsOf(error);
  const problems: PasswordProblems = {};
  if (errors['old_password']) problems.old = errors['old_password'].message;
  if (errors['new_password']) problems.new = errors['new_password'].message;
  if (errors['confirmed_new_password']) problems.confirmed = errors['confirmed_new_password'].message;
  return problems;
}

function failureOf(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code === 'old_password_wrong' || code === 'too_many_attempts')
    return error instanceof CallFailed ? error.problem?.title : undefined;
  return passwordDialogText.failure;
}
