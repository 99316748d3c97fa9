import { type Ref, useState } from 'react';
import { tableText } from '../../text/table.ts';
import { Button } from './Button.tsx';
import css from './TableCards.module.css';
import { TableFilter, withFilter } from './TableHead.tsx';
import type { Elements } from './elements.ts';
import { emptyFilter, type Column, filteredBy, type TableView } from './table-rows.ts';

type TableCardsProps<Row> = {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  isMuted: ((row: Row) => boolean) | undefined;
  view: TableView;
  onViewChange: (view: TableView) => void;
  arrival: string | undefined;
  ref: Ref<HTMLElement>;
};

const CARDS_AT_ONCE = 20;

/** The rows of a table as cards below each other, for windows that are too small for the table. */
export function TableCards<Row>(props: TableCardsProps<Row>) {
  const { label, rows, columns, rowKey, isMuted, view, onViewChange, arrival, ref } = props;
  const [count, setCount] = useState(() =>
    Math.max(CARDS_AT_ONCE, rows.findIndex((row) => rowKey(row) === arrival) + 1),
  );
  const naming = columns.find(({ isRowHeader }) => isRowHeader);
  return (
    <section className="stack start" ref={ref} tabIndex={-1} aria-label={tableText.cards(label)}>
      {naming?.filter && (
        <div className={css.search}>
          <TableFilter
            title={naming.title}
            filter={naming.filter}
            input={view.filters[naming.id] ?? emptyFilter}
            onChange={(input) => onViewChange(filteredBy(view, withFilter(view.filters, naming.id, input)))}
          />
        </div>
      )}
      {rows.length === 0 && <p>{tableText.noMatches}</p>}
      <ul className={`plain ${css.list}`}>
        {rows.slice(0, count).map((row) => (
          <Card key={rowKey(row)} row={row} columns={columns} isMuted={isMuted?.(row) ?? false} />
        ))}
      </ul>
      {rows.length > count && (
        <Button look="secondary" onClick={() => setCount(count + CARDS_AT_ONCE)}>
          {tableText.moreCards(rows.length - count)}
        </Button>
      )}
    </section>
  );
}

type CardProps<Row> = { row: Row; columns: readonly Column<Row>[]; isMuted: boolean };

/** One row: its name and its controls, then each other value with the title of its column. */
function Card<Row>({ row, columns, isMuted }: CardProps<Row>): Elements {
  const inHead = columns.filter(({ isRowHeader }) => isRowHeader);
  const controls = columns.filter(({ isControl }) => isControl);
  const others = columns.filter((column) => !inHead.includes(column) && !controls.includes(column));
  return (
    <li className={`framed stack gap-2 ${css.card} ${isMuted ? 'muted' : ''}`}>
      <div className={`beside between shrinks ${css.head}`}>
        {inHead.map(({ id, cell }) => (
          <strong key={id} className="shrinks">
            {cell(row)}
          </strong>
        ))}
        {controls.map(({ id, cell }) => (
          <div key={id}>{cell(row)}</div>
        ))}
      </div>
      <dl className={css.values}>
        {others
          .filter(({ value }) => !value || value(row).toString() !== '')
          .map(({ id, title, cell }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>{cell(row)}</dd>
            </div>
          ))}
      </dl>
    </li>
  );
}
