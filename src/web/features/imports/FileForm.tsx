import type { FormEvent } from 'react';
import { importText as text } from '../../../text/imports.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { FileField } from './FileField.tsx';
import css from './imports.module.css';
import type { ImportState } from './use-import.ts';

const noProblems: { file?: string } = {};

type FileFormProps = { state: ImportState; onChoose: (file: File | null) => void; onCheck: () => void };

/** The file, and the button to have it checked. */
export function FileForm({ state, onChoose, onCheck }: FileFormProps) {
  const problems = state.kind === 'choosing' ? state.problems : noProblems;
  const isImporting = state.kind === 'importing';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.kind !== 'checking') onCheck();
  };
  return (
    <Form problems={problems} onSubmit={submit}>
      <div className={css.choice}>
        <FileField error={problems.file} disabled={isImporting} onChoose={onChoose} />
        <Button
          type="submit"
          look={state.kind === 'checked' ? 'secondary' : 'primary'}
          pending={state.kind === 'checking'}
          disabled={isImporting}
        >
          {text.check}
        </Button>
      </div>
    </Form>
  );
}
