import { useState } from 'react';
import { convertText, importText as text } from '../../../text/imports.ts';
import { Notice } from '../../ui/Notice.tsx';
import { type CsvCheck, countWrong, markedRows } from './checked-file.ts';
import { CheckTable } from './CheckTable.tsx';
import css from './imports.module.css';

type CheckResultProps = { check: CsvCheck; isConverted: boolean };

/** The outcome of a check: a sentence, and the file as a table (product 2). */
export function CheckResult({ check, isConverted }: CheckResultProps) {
  const [onlyMarked, setOnlyMarked] = useState(false);
  const { patients, valid } = check;
  if (patients.length === 0) return <Notice tone="error">{text.noRows}</Notice>;
  const marked = markedRows(check);
  const canChoose = marked.length > 0 && marked.length < patients.length;
  return (
    <div className={css.result}>
      <Notice tone={valid ? 'success' : 'error'}>
        <p>{valid ? text.valid(patients.length) : text.invalid(countWrong(check), patients.length)}</p>
        {isConverted && <p>{convertText.converted}</p>}
      </Notice>
      {canChoose && (
        <label className={css.only}>
          <input
            type="checkbox"
            checked={onlyMarked}
            onChange={({ currentTarget }) => setOnlyMarked(currentTarget.checked)}
          />
          {text.onlyMarked(marked.length)}
        </label>
      )}
      <CheckTable rows={canChoose && onlyMarked ? marked : patients} />
    </div>
  );
}
