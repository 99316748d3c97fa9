import type { ReactNode } from 'react';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';

type FormModalProps = {
  title: string;
  /** The id of the form inside, which the button at the foot submits. */
  formId: string;
  submit: string;
  isPending: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A modal around one form. While it is being sent it cannot be left: its outcome would be told to nobody. */
export function FormModal({ title, formId, submit, isPending, onClose, children }: FormModalProps) {
  return (
    <Modal
      title={title}
      dismissal={isPending ? 'static' : 'explicit'}
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" disabled={isPending} onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button type="submit" form={formId} pending={isPending}>
            {submit}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
