import type { ItemType } from '../../../domain/answer-types.ts';
import type { Row } from './form-columns.ts';
import { choicesOf } from './table-answers.ts';

// A table that was pasted from a document often has no row of headings. Its columns are known by what stands in them.

export type TableColumn = 'id' | 'text' | 'answers' | 'scale' | 'reversed' | 'stem';

/** The words of a table, in small letters. */
export type TableWords = {
  readonly headings: ReadonlyMap<string, TableColumn>;
  readonly reversed: ReadonlyMap<string, boolean>;
  /** Types of questions without a list of answers, by the word in the column of the answers. */
  readonly types: ReadonlyMap<string, ItemType>;
};

/** The table with a row of headings: its own, or one made where the columns are clear. */
export function withHeadings(table: readonly Row[], words: TableWords): readonly Row[] {
  const [first] = table;
  if (!first) return table;
  const known = first.cells.filter((cell) => words.headings.has(cell.trim().toLowerCase()));
  const columns = known.length > 1 ? undefined : columnsOf(table, words);
  if (!columns) return table;
  const word = (column: TableColumn) => [...words.headings].find(([, one]) => one === column)?.[0] ?? '';
  return [{ line: first.line, cells: columns.map((column) => column && word(column)) }, ...table];
}

/** What each column holds; empty for one without a word. Undefined where that is not clear. */
function columnsOf(table: readonly Row[], words: TableWords): readonly (TableColumn | '')[] | undefined {
  const width = Math.max(...table.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, index) =>
    table.map(({ cells }) => (cells[index] ?? '').trim()),
  );
  const kinds = columns.map((cells) => kindOf(cells, words));
  const open = kinds.flatMap((kind, index) => (kind === 'words' ? [index] : []));
  const length = (index: number) => columns[index]?.join('').length ?? 0;
  const [text, scale, ...more] = open.toSorted((one, other) => length(other) - length(one));
  const named = kinds.filter((kind) => kind !== 'words' && kind !== '');
  if (text === undefined || more.length > 0 || !named.includes('answers')) return undefined;
  if (new Set(named).size < named.length) return undefined;
  return kinds.map((kind, index) =>
    kind !== 'words' ? kind : index === text ? 'text' : index === scale ? 'scale' : '',
  );
}

function kindOf(cells: readonly string[], words: TableWords): TableColumn | 'words' | '' {
  const filled = cells.filter((cell) => cell !== '');
  if (filled.length === 0) return '';
  const isNumbered = filled.length === cells.length && new Set(cells).size === cells.length;
  if (isNumbered && cells.every((cell) => /^\(?[a-z_-]{0,12}\d{1,3}[a-z]?[.)]?$/i.test(cell))) return 'id';
  const answers = filled.filter((cell) => choicesOf(cell) ?? words.types.has(cell.toLowerCase()));
  // A mistake in one cell is told with its row.
  if (answers.includes(cells[0] ?? '') && answers.length * 2 > filled.length) return 'answers';
  return filled.every((cell) => words.reversed.has(cell.toLowerCase()) || SIGN.test(cell))
    ? 'reversed'
    : 'words';
}

const SIGN = /^[+\u2212\u2013-]$/;

/** Is a question reversed? A minus says yes beside plus signs or alone, and no beside other words. Undefined for what says neither. */
export function reversedBy(words: TableWords, cells: readonly string[]) {
  const isYes = cells.some((cell) => words.reversed.get(cell.toLowerCase()));
  const isSigned = cells.includes('+');
  return (cell: string): boolean | undefined => {
    if (!SIGN.test(cell)) return words.reversed.get(cell.toLowerCase());
    if (isYes && isSigned) return undefined;
    return cell !== '+' && !isYes;
  };
}
