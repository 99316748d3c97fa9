import { useRef, useState } from 'react';
import { IMPORT_COLUMNS, type ImportColumn } from '../../../domain/csv-import.ts';
import { convertText, importColumnText, importText as text } from '../../../text/imports.ts';
import { tableText } from '../../../text/table.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { TableBody } from '../../ui/TableBody.tsx';
import { type CheckedCells, countWrong, type CsvCheck, markedRows } from './checked-file.ts';
import css from './imports.module.css';

type CheckResultProps = { check: CsvCheck; isConverted: boolean };

/** The result of a check: a sentence, and the file as a table (product 2). */
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

// In rem. The rest of the table's width is shared in proportion.
const widths = {
  code: 11,
  birth_date: 8.5,
  gender: 9,
  diagnosis_id: 8,
  employee: 10,
  admission: 8,
  discharge: 9.5,
  labels: 8,
} as const satisfies Record<ImportColumn, number>;

/**
 * The checked file, cell by cell (product 2). The page holds only the visible rows. A message makes its row taller. Cells
 * are text, never markup (R59).
 */
function CheckTable({ rows }: { rows: readonly CheckedCells[] }) {
  const scrollBox = useRef<HTMLElement>(null);
  return (
    // The keyboard scrolls only a focused element.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={css.scroll} ref={scrollBox} aria-label={tableText.region(text.table)} tabIndex={0}>
      <table className={css.table} aria-label={text.table} aria-rowcount={rows.length + 1}>
        <colgroup>
          {IMPORT_COLUMNS.map((column) => (
            <col key={column} style={{ width: `${widths[column]}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {IMPORT_COLUMNS.map((column) => (
              <th key={column} scope="col">
                {importColumnText[column]}
              </th>
            ))}
          </tr>
        </thead>
        <TableBody
          rows={rows}
          rowKey={(_row, index) => `${index}`}
          headRows={1}
          scrollBox={scrollBox}
          heightOf={heightOf}
        >
          {({ items }, attributes) => (
            <tr {...attributes}>
              {items.map((cell, column) => (
                <Cell key={IMPORT_COLUMNS[column]} cell={cell} />
              ))}
            </tr>
          )}
        </TableBody>
      </table>
    </section>
  );
}

// In rem, as in the style sheet: one line, or a message of about four lines below it.
const ONE_LINE = 2.5;
const WITH_MESSAGE = 6.5;

function heightOf({ items }: CheckedCells): number {
  return items.some(({ message }) => message !== '') ? WITH_MESSAGE : ONE_LINE;
}

// Words and a sign carry the meaning, because colour alone is not enough. A valid cell may have a warning.
function Cell({ cell: { value, valid, message } }: { cell: CheckedCells['items'][number] }) {
  if (message === '') return <td>{value}</td>;
  return (
    <td className={valid ? css.warned : css.wrong}>
      {value}
      <p className={css.message}>
        <Icon name={valid ? 'info' : 'warning'} size={16} />
        <span>
          {!valid && <span className="visually-hidden">{text.error} </span>}
          {message}
        </span>
      </p>
    </td>
  );
}
