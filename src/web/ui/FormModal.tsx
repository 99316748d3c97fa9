import { type ComponentProps, useId } from 'react';
import { uiText } from '../../text/ui.ts';
import { Button } from './Button.tsx';
import { Form } from './Form.tsx';
import { Modal, type ModalProps } from './Modal.tsx';
import { Notice } from './Notice.tsx';
import type { Elements } from './elements.ts';

type FormModalProps = Pick<ModalProps, 'title' | 'size' | 'onClose'> & {
  children: Elements;
  /** The result of `useForm`. */
  form: {
    bind: Pick<ComponentProps<typeof Form>, 'problems' | 'onSubmit'>;
    failure: string | undefined;
    isPending: boolean;
    pendingWay: 'usual' | 'other' | null;
    leave: (close: () => void) => void;
  };
  /** The label of the button that sends the form. */
  submit: string;
  look?: ComponentProps<typeof Button>['look'];
  /** Above the form and below it. */
  lead?: Elements;
  foot?: Elements;
  /** Further buttons, between the one that cancels and the one that sends. */
  buttons?: Elements;
  /** Left only by its own buttons. */
  isStatic?: boolean;
};

// A block body: browsers give a promise here, and React would take it for the clean-up of the ref.
const bringIntoView = (element: HTMLElement | null) => {
  element?.scrollIntoView({ block: 'nearest' });
};

/** A modal around one form. It stays open during the sending, so that the user sees a refusal. */
export function FormModal(props: FormModalProps) {
  const { form, submit, look = 'primary', lead, foot, buttons, children, isStatic, onClose, ...rest } = props;
  const formId = useId();
  return (
    <Modal
      {...rest}
      dismissal={form.isPending || isStatic ? 'static' : 'explicit'}
      // Escape and the close icon are pressed by mistake more often than the button that says what it does.
      onClose={() => form.leave(onClose)}
      footer={
        <>
          <Button look="secondary" disabled={form.isPending} onClick={onClose}>
            {uiText.cancel}
          </Button>
          {buttons}
          <Button
            type="submit"
            form={formId}
            look={look}
            pending={form.pendingWay === 'usual'}
            disabled={form.pendingWay === 'other'}
          >
            {submit}
          </Button>
        </>
      }
    >
      {lead}
      <Form id={formId} {...form.bind}>
        {children}
        {form.failure && (
          <div ref={bringIntoView}>
            <Notice tone="error">{form.failure}</Notice>
          </div>
        )}
      </Form>
      {foot}
    </Modal>
  );
}
