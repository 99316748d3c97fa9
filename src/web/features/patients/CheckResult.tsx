import { useRef, useState } from 'react';
import { IMPORT_COLUMNS, type ImportColumn } from '../../../domain/csv-import.ts';
import { convertText, importColumnText, importText as text } from '../../../text/imports.ts';
import { tableText } from '../../../text/table.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { TableBody } from '../../ui/TableBody.tsx';
import {
  causesOf,
  type CheckedCells,
  countWrong,
  type CsvCheck,
  errorListCsv,
  markedRows,
} from './checked-file.ts';
import css from './imports.module.css';
import { moreIcons } from '../../ui/more-icons.ts';

// A file with errors, and a longer one with hints, first shows the rows that need a look.
const SHORT = 20;

type CheckResultProps = { check: CsvCheck; isConverted: boolean };

/** The result of a check: a sentence, and the file as a table (product 2). */
export function CheckResult({ check, isConverted }: CheckResultProps) {
  const { patients, valid } = check;
  const [onlyMarked, setOnlyMarked] = useState(!valid || patients.length > SHORT);
  if (patients.length === 0) return <Notice tone="error">{text.noRows}</Notice>;
  const marked = markedRows(check);
  const canChoose = marked.length > 0 && marked.length < patients.length;
  return (
    <div className="stack">
      <Notice tone={valid ? 'success' : 'error'}>
        <p>{valid ? text.valid(patients.length) : text.invalid(countWrong(check), patients.length)}</p>
        {isConverted && <p>{convertText.converted}</p>}
      </Notice>
      <Causes check={check} />
      {canChoose && (
        <label className={`beside ${css.only}`}>
          <input
            type="checkbox"
            checked={onlyMarked}
            onChange={({ currentTarget }) => setOnlyMarked(currentTarget.checked)}
          />
          <span>{text.onlyMarked(marked.length)}</span>
        </label>
      )}
      <CheckTable rows={canChoose && onlyMarked ? marked : patients} />
    </div>
  );
}

/** What is wrong with the file, cause by cause, and the whole list as a file. */
function Causes({ check }: { check: CsvCheck }) {
  const causes = causesOf(check);
  if (causes.length === 0) return null;
  return (
    <section className="stack start" aria-label={text.causes}>
      <ul className="stack gap-1 marked">
        {causes.map(({ column, message, lines }) => (
          <li key={`${column} ${message}`}>
            <strong>{text.cause(importColumnText[column], message)}</strong>
            <span>{` ${text.causeLines(lines)}`}</span>
          </li>
        ))}
      </ul>
      <Button
        look="secondary"
        icon={moreIcons.download}
        onClick={() => saveFile(text.errorListName, errorListCsv(check), 'text/csv;charset=utf-8')}
      >
        {text.errorList}
      </Button>
    </section>
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
    <section
      className={`framed ${css.scroll}`}
      ref={scrollBox}
      aria-label={tableText.region(text.table)}
      // The keyboard scrolls only a focused element.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
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
          {({ line, items }, attributes) => (
            <tr {...attributes}>
              {items.map((cell, column) => (
                <Cell
                  key={IMPORT_COLUMNS[column]}
                  cell={cell}
                  line={column === 0 && isMarked(items) ? line : null}
                />
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
  return isMarked(items) ? WITH_MESSAGE : ONE_LINE;
}

const isMarked = (items: CheckedCells['items']) => items.some(({ message }) => message !== '');

/** `line`: the line of the file, in the first cell of a row with an error or a hint. */
type CellProps = { cell: CheckedCells['items'][number]; line: number | null };

// Words and a sign carry the meaning, because colour alone is not enough. A valid cell may have a warning.
function Cell({ cell: { value, valid, message }, line }: CellProps) {
  const start = line !== null && <span className={`muted ${css.line}`}>{`${text.line(line)} `}</span>;
  if (message === '')
    return (
      <td>
        {start}
        <span>{value}</span>
      </td>
    );
  return (
    <td className={valid ? css.warned : css.wrong}>
      {start}
      <span>{value}</span>
      <p className={css.message}>
        <Icon name={valid ? 'info' : 'warning'} size={16} />
        {!valid && <span className="visually-hidden">{`${text.error} `}</span>}
        <span>{message}</span>
      </p>
    </td>
  );
}
