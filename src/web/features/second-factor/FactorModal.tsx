import { type FormEvent, type ReactNode, useId } from 'react';
import { uiText } from '../../../text/ui.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { FactorProblems } from './use-factor-call.ts';

type FactorModalProps = {
  title: string;
  lead: ReactNode;
  fields: ReactNode;
  submitLabel: string;
  isDanger?: boolean;
  call: { problems: FactorProblems; failure: string | undefined; isPending: boolean; submit: () => void };
  onClose: () => void;
};

/** A dialog with one form: what it is about, its fields, its two buttons. */
export function FactorModal(props: FactorModalProps) {
  const { title, lead, fields, submitLabel, isDanger = false, call, onClose } = props;
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    call.submit();
  };
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button type="submit" form={formId} pending={call.isPending} look={isDanger ? 'danger' : 'primary'}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {lead}
      <Form id={formId} problems={call.problems} onSubmit={submit}>
        {fields}
        {call.failure && <Notice tone="error">{call.failure}</Notice>}
      </Form>
    </Modal>
  );
}
