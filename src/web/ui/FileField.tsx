import { type RefCallback, useCallback, useRef, useState } from 'react';
import { Field, type FieldWords } from './Field.tsx';
import css from './FileField.module.css';

type FileFieldProps = FieldWords & {
  words: { choose: string; none: string };
  accept?: string;
  disabled?: boolean;
  onChoose: (file: File | null) => void;
};

/** The browser's own file field, with words in our language. A file can also be dropped on it. */
export function FileField({ label, hint, error, words, onChoose, ...rest }: FileFieldProps) {
  const { input, forget } = useSameFileAgain();
  const [name, setName] = useState('');
  return (
    <Field label={label} hint={hint} error={error}>
      {({ className, ...attributes }) => (
        <div className={`beside gap-3 ${className} ${css.file}`}>
          {/* Lies over its words: pressing, dropping a file and the keyboard stay those of the browser. */}
          <input
            {...rest}
            {...attributes}
            ref={input}
            type="file"
            onClick={forget}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0] ?? null;
              setName(file?.name ?? '');
              onChoose(file);
            }}
          />
          <span className={css.chooseFile}>{words.choose}</span>
          <span className={css.fileName}>{name || words.none}</span>
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
