import { type FormEvent, useId } from 'react';
import { passwordDialogText } from '../../text/password.ts';
import { uiText } from '../../text/ui.ts';
import { mustChangePassword } from '../api/session.ts';
import { useStore } from '../api/store.ts';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { Modal } from '../ui/Modal.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { showNotice } from './messages.ts';
import type { PasswordForm } from './password-check.ts';
import { usePasswordChange } from './use-password-change.ts';

/** The password change dialog (product 2 and 5). */
export default function PasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const isDue = useStore(mustChangePassword);
  const { form, problems, failure, isPending, change, submit } = usePasswordChange(() => {
    onClose();
    void showNotice(passwordDialogText.changed);
  });
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  const field = (name: keyof PasswordForm) => ({
    label: passwordDialogText[name],
    value: form[name],
    error: problems[name],
    onChange: (value: string) => change({ [name]: value }),
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
      <Form id={formId} problems={problems} onSubmit={submitForm}>
        <PasswordField {...field('old')} autoComplete="current-password" />
        <PasswordField {...field('new')} hint={passwordDialogText.hint} autoComplete="new-password" />
        <PasswordField {...field('confirmed')} autoComplete="new-password" />
        {failure && <Notice tone="error">{failure}</Notice>}
      </Form>
    </Modal>
  );
}
