import type { FormEvent } from 'react';
import { patientCodesText, transferText as text } from '../../../text/clinicians.ts';
import { Form } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import type { Employee } from './employee.ts';

type TransferFormProps = {
  id: string;
  from: string;
  count: number;
  targets: readonly Employee[];
  target: string;
  problems: { target?: string };
  onChange: (target: string) => void;
  onSubmit: (event: FormEvent) => void;
};

/** Who gets the patients. Disabled clinicians are no choice (product 4). */
export function TransferForm(props: TransferFormProps) {
  const { id, from, count, targets, target, problems, onChange, onSubmit } = props;
  if (count === 0) return <p>{patientCodesText.none(from)}</p>;
  return (
    <Form id={id} problems={problems} onSubmit={onSubmit}>
      <p>{text.lead(count, from)}</p>
      <SelectField
        label={text.target}
        value={target}
        error={problems.target}
        onChange={onChange}
        options={targets.map((one) => ({ value: one.id, label: one.username }))}
        required
      />
      {targets.length === 0 && <Notice tone="info">{text.noTarget}</Notice>}
    </Form>
  );
}
