import { tableText } from '../../text/table.ts';
import { readTypedDate, textAfterInput } from './date-text.ts';
import css from './DataTable.module.css';
import { type ColumnFilter, dateOperators, digitsOf, type FilterInput } from './table-filter.ts';

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
      className={css.filter}
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
  return (
    <div className={css.dateFilter}>
      <select
        className={css.filter}
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
        className={css.filter}
        aria-label={tableText.filterOf(title)}
        aria-invalid={readTypedDate(input.text).kind === 'impossible' || undefined}
        placeholder={tableText.search}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={input.text}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...input, text: textAfterInput(input.text, value) })
        }
      />
    </div>
  );
}

type ChoiceFilterProps = TableFilterProps & { options: readonly string[] };

function ChoiceFilter({ title, input, onChange, options }: ChoiceFilterProps) {
  return (
    <select
      className={css.filter}
      aria-label={tableText.filterOf(title)}
      value={input.text}
      onChange={({ currentTarget: { value } }) => onChange({ ...input, text: value })}
    >
      <option value="">{tableText.all}</option>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}
