import { type FormEvent, type RefCallback, useCallback, useRef, useState } from 'react';
import { IMPORT_COLUMNS } from '../../../domain/csv-import.ts';
import { importFormatText as format, importText as text } from '../../../text/imports.ts';
import { today } from '../../api/clinic-time.ts';
import { useAnswer } from '../../api/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { exampleCsv, templateCsv } from './checked-file.ts';
import css from './imports.module.css';
import type { ImportState } from './use-import.ts';

/** The format of the file, a template, and an example with a clinician of this clinic. */
export function FormatHelp() {
  const { data } = useAnswer('listCliniciansWithCounts');
  const employee = data?.clinicians.find(({ enabled }) => enabled)?.username ?? text.exampleEmployee;
  return (
    <div className={css.help}>
      <Button
        look="secondary"
        icon="download"
        onClick={() => saveFile(text.templateName, templateCsv(), 'text/csv')}
      >
        {text.template}
      </Button>
      <Button
        look="quiet"
        icon="download"
        onClick={() => saveFile(text.exampleName, exampleCsv(employee, today()), 'text/csv')}
      >
        {text.example}
      </Button>
      <details className={`fold ${css.format}`}>
        <summary>{format.summary}</summary>
        <p>{format.lead}</p>
        <dl>
          {IMPORT_COLUMNS.map((column) => (
            <div key={column}>
              <dt>
                <code>{column}</code>
              </dt>
              <dd>{format.columns[column]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

const noProblems: { file?: string } = {};

type FileFormProps = { state: ImportState; onChoose: (file: File | null) => void; onCheck: () => void };

/** The file, and the button to check it. */
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

type FileFieldProps = {
  error: string | undefined;
  disabled: boolean;
  onChoose: (file: File | null) => void;
};

/** The browser's own file field, with words in our language. A file can also be dropped on it. */
function FileField({ error, disabled, onChoose }: FileFieldProps) {
  const { input, forget } = useSameFileAgain();
  const [name, setName] = useState('');
  return (
    <Field label={text.file} hint={text.fileHint} error={error}>
      {({ className, ...attributes }) => (
        <div className={`beside gap-3 ${className} ${css.file}`}>
          {/* Lies over its words: pressing, dropping a file and the keyboard stay those of the browser. */}
          <input
            {...attributes}
            ref={input}
            type="file"
            // Excel calls a text with tabs .txt. The check offers to convert it.
            accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
            disabled={disabled}
            onClick={forget}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0] ?? null;
              setName(file?.name ?? '');
              onChoose(file);
            }}
          />
          <span className={css.chooseFile}>{text.chooseFile}</span>
          <span className={css.fileName}>{name || text.noFile}</span>
        </div>
      )}
    </Field>
  );
}

/**
 * Browsers report no change when a user chooses the same file again, even a corrected one. The field therefore forgets
 * its file before the choice and restores it if no file was chosen.
 */
function useSameFileAgain() {
  const element = useRef<HTMLInputElement>(null);
  const before = useRef<FileList | null>(null);
  const input: RefCallback<HTMLInputElement> = useCallback((field) => {
    const restore = () => {
      if (field && before.current) field.files = before.current;
    };
    element.current = field;
    field?.addEventListener('cancel', restore);
    return () => field?.removeEventListener('cancel', restore);
  }, []);
  const forget = () => {
    if (!element.current) return;
    before.current = element.current.files;
    element.current.value = '';
  };
  return { input, forget };
}
