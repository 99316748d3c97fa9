import { tableText } from '../../text/table.ts';
import css from './DataTable.module.css';
import {
  periodAfterInput,
  readTypedPeriod,
  type ColumnFilter,
  dateOperators,
  digitsOf,
  emptyFilter,
  type FilterInput,
  type Column,
  filteredBy,
  type TableView,
  keptInSight,
} from './table-rows.ts';
import { Icon } from './Icon.tsx';

type TableHeadProps<Row> = {
  columns: readonly Column<Row>[];
  view: TableView;
  onViewChange: (view: TableView) => void;
};

/** Titles that sort, and a filter below each. */
export function TableHead<Row>({ columns, view, onViewChange }: TableHeadProps<Row>) {
  const filterBy = (id: string, input: FilterInput) =>
    onViewChange(filteredBy(view, withFilter(view.filters, id, input)));
  return (
    <thead className={css.head}>
      <tr aria-rowindex={1}>
        {columns.map((column, place) => (
          <th
            key={column.id}
            scope="col"
            aria-sort={orderOf(view, column.id)}
            {...keptInSight(columns, place)}
          >
            <Title
              column={column}
              order={orderOf(view, column.id)}
              sort={() => onViewChange({ ...view, sort: nextSort(view.sort, column.id) })}
            />
          </th>
        ))}
      </tr>
      <tr aria-rowindex={2}>
        {columns.map(({ id, title, filter }, place) => (
          <td key={id} {...keptInSight(columns, place)}>
            {filter && (
              <TableFilter
                title={title}
                filter={filter}
                input={view.filters[id] ?? emptyFilter}
                onChange={(input) => filterBy(id, input)}
              />
            )}
          </td>
        ))}
      </tr>
    </thead>
  );
}

type Order = 'ascending' | 'descending' | undefined;

type TitleProps<Row> = { column: Column<Row>; order: Order; sort: () => void };

function Title<Row>({ column, order, sort }: TitleProps<Row>) {
  const { title, value, isControl } = column;
  if (isControl) return <span className="visually-hidden">{title}</span>;
  if (!value) return <span className={`beside between gap-1 wide ${css.title}`}>{title}</span>;
  return (
    <button
      type="button"
      className={`beside between gap-1 wide ${css.title}`}
      title={tableText.sortBy(title)}
      onClick={sort}
    >
      <span>{title}</span>
      <span className={css.arrow} data-order={order}>
        <Icon name="chevron-down" size={16} />
      </span>
    </button>
  );
}

function orderOf({ sort }: TableView, id: string): Order {
  if (sort?.id !== id) return undefined;
  return sort.desc ? 'descending' : 'ascending';
}

/** Ascending, descending, unsorted. */
function nextSort(sort: TableView['sort'], id: string): TableView['sort'] {
  if (sort?.id !== id) return { id, desc: false };
  return sort.desc ? null : { id, desc: true };
}

export function withFilter(
  filters: TableView['filters'],
  id: string,
  input: FilterInput,
): TableView['filters'] {
  const { [id]: _before, ...others } = filters;
  const isPlain = input.text === '' && input.operator === emptyFilter.operator;
  return isPlain ? others : { ...others, [id]: input };
}

type TableFilterProps = {
  title: string;
  filter: ColumnFilter;
  input: FilterInput;
  onChange: (input: FilterInput) => void;
};

/** The filter of one column. */
export function TableFilter(props: TableFilterProps) {
  const { title, filter, input, onChange } = props;
  if (filter.kind === 'date') return <DateFilter {...props} />;
  if (filter.kind === 'choice') return <ChoiceFilter {...props} options={filter.options} />;
  const isNumber = filter.kind === 'number';
  return (
    <input
      className={`box wide ${css.filter}`}
      aria-label={tableText.filterOf(title)}
      placeholder={tableText.search}
      inputMode={isNumber ? 'numeric' : undefined}
      autoComplete="off"
      spellCheck={false}
      value={input.text}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...input, text: isNumber ? digitsOf(value) : value })
      }
    />
  );
}

function DateFilter({ title, input, onChange }: TableFilterProps) {
  // An unfinished date hides no row, so the filter says that it does nothing yet.
  const isUnfinished = input.text.trim() !== '' && !readTypedPeriod(input.text);
  return (
    <div className={css.dateFilter}>
      <select
        className={`box wide ${css.filter}`}
        aria-label={tableText.operatorOf(title)}
        value={input.operator}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...input, operator: dateOperators.find((operator) => operator === value) ?? '==' })
        }
      >
        {dateOperators.map((operator) => (
          <option key={operator}>{operator}</option>
        ))}
      </select>
      <input
        className={`box wide ${css.filter}`}
        aria-label={tableText.filterOf(title)}
        aria-invalid={isUnfinished || undefined}
        title={isUnfinished ? tableText.unfinishedHint : undefined}
        placeholder={tableText.search}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        value={input.text}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...input, text: periodAfterInput(input.text, value) })
        }
      />
      <output className={css.unfinished}>{isUnfinished && tableText.unfinished}</output>
    </div>
  );
}

type ChoiceFilterProps = TableFilterProps & { options: readonly string[] };

function ChoiceFilter({ title, input, onChange, options }: ChoiceFilterProps) {
  return (
    <div className="anchor">
      <select
        className={`box wide ${css.filter}`}
        aria-label={tableText.filterOf(title)}
        data-chosen={input.text !== '' || undefined}
        value={input.text}
        onChange={({ currentTarget: { value } }) => onChange({ ...input, text: value })}
      >
        <option value="">{tableText.all}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      {/* A list cuts what it shows; these words have two lines. */}
      <span className={css.chosen} aria-hidden="true">
        {input.text}
      </span>
    </div>
  );
}
