import { type RefCallback, useCallback, useRef } from 'react';
import { importText as text } from '../../../text/imports.ts';
import { Field } from '../../ui/Field.tsx';
import css from './imports.module.css';

type FileFieldProps = {
  error: string | undefined;
  disabled: boolean;
  onChoose: (file: File | null) => void;
};

/** The browser's own file field; a file can be dropped on it, too. */
export function FileField({ error, disabled, onChoose }: FileFieldProps) {
  const { input, forget } = useSameFileAgain();
  return (
    <Field label={text.file} hint={text.fileHint} error={error}>
      {({ className, ...attributes }) => (
        <input
          {...attributes}
          ref={input}
          type="file"
          accept=".csv,text/csv"
          className={`${className} ${css.file}`}
          disabled={disabled}
          onClick={forget}
          onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0] ?? null)}
        />
      )}
    </Field>
  );
}

/**
 * Browsers take the choice of the same file for no change, though it may have been corrected meanwhile: the field forgets
 * its file before the choice, and gets it back where nothing was chosen.
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
