import * as v from 'valibot';
import { itemBankProblems, type Item } from '../psychometrics/item-bank.ts';
import { ItemId, Key } from './instrument-values.ts';

/** The cells of a CSV file. The first row is the header. */
export type Table = {
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** Numbers may be written with a comma. Only a file without commas between its cells can do that. */
  readonly hasDecimalCommas: boolean;
};

/** A calibrated item as a row of the table. `options` names a set of answers, or lists their words from the lowest on. */
export type BankItem = Item & {
  readonly content?: string;
  readonly options: string | readonly string[];
  readonly facet?: string;
};

export type TableMistake = { readonly line: number; readonly column: string; readonly mistake: string };
export type ReadBank =
  | { readonly kind: 'bank'; readonly items: readonly BankItem[] }
  | { readonly kind: 'mistakes'; readonly mistakes: readonly TableMistake[] };

const SEPARATOR = '|';

/** Reads a table of item parameters of the graded response model (docs/instruments.md). Lists all mistakes. */
export function readBank({ rows: [header, ...rows], hasDecimalCommas }: Table): ReadBank {
  if (!header || rows.length === 0) return refused([{ line: 1, column: '', mistake: 'There is no item.' }]);
  const columns = header.cells.map((name) => name.toLowerCase());
  const wrong = columnMistakes(columns);
  if (wrong.length > 0) return refused(wrong.map((mistake) => ({ line: header.line, ...mistake })));
  const read = rows.map((row) => ({ line: row.line, ...readRow(columns, row.cells, hasDecimalCommas) }));
  const sound = read.flatMap(({ line, item, mistakes }) =>
    item && mistakes.length === 0 ? [{ line, item }] : [],
  );
  const mistakes = [
    ...read.flatMap(({ line, mistakes: own }) => own.map((mistake) => ({ line, ...mistake }))),
    ...parameterMistakes(sound),
    ...togetherMistakes(sound),
  ];
  if (mistakes.length > 0) return refused(mistakes.sort((one, other) => one.line - other.line));
  return { kind: 'bank', items: sound.map(({ item }) => item) };
}

const refused = (mistakes: readonly TableMistake[]): ReadBank => ({ kind: 'mistakes', mistakes });

type CellMistake = Omit<TableMistake, 'line'>;

function columnMistakes(columns: readonly string[]): readonly CellMistake[] {
  const thresholds = columns.filter((name) => /^b\d+$/.test(name)).length;
  const needed = ['item', 'a', 'b1', ...Array.from({ length: thresholds }, (_, index) => `b${index + 1}`)];
  return [
    ...[...new Set(needed)]
      .filter((column) => !columns.includes(column))
      .map((column) => ({ column, mistake: 'This column is missing.' })),
    ...columns
      .filter((column) => !/^(?:item|content|options|facet|a|b\d+)$/.test(column))
      .map((column) => ({
        column,
        mistake: 'There is no such column, only item, content, options, facet, a, b1, b2 …',
      })),
    ...columns
      .filter((column, index) => columns.indexOf(column) < index)
      .map((column) => ({ column, mistake: 'This column stands twice.' })),
  ];
}

function readRow(
  columns: readonly string[],
  cells: readonly string[],
  hasDecimalCommas: boolean,
): { readonly item?: BankItem; readonly mistakes: readonly CellMistake[] } {
  if (cells.length !== columns.length) {
    const mistake =
      `The row has ${cells.length} cells, the header ${columns.length}. Numbers have a point, and a text with a ` +
      'comma stands in quotation marks.';
    return { mistakes: [{ column: '', mistake }] };
  }
  const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
  const written = columns.filter((name) => /^b\d+$/.test(name) && cell(name) !== '');
  // Items with fewer thresholds leave the last cells empty. A gap before them shows as an empty number.
  const thresholds = written.length === 0 ? ['b1'] : written.map((_, index) => `b${index + 1}`);
  const numbers = ['a', ...thresholds].map((column) => ({
    column,
    ...numberOf(cell(column), hasDecimalCommas),
  }));
  const [a = NaN, ...b] = numbers.map(({ value = NaN }) => value);
  const options = optionsOf(cell('options'));
  const mistakes = [
    ...keyMistakes('item', cell('item'), ItemId),
    ...numbers.flatMap(({ column, mistake }) => (mistake === undefined ? [] : [{ column, mistake }])),
    ...(cell('facet') === '' ? [] : keyMistakes('facet', cell('facet'), Key)),
    ...optionMistakes(options, b.length),
  ];
  const item = {
    id: cell('item'),
    a,
    b,
    options,
    ...(cell('content') !== '' && { content: cell('content') }),
    ...(cell('facet') !== '' && { facet: cell('facet') }),
  };
  return { item, mistakes };
}

function keyMistakes(
  column: string,
  text: string,
  schema: typeof ItemId | typeof Key,
): readonly CellMistake[] {
  const { issues } = v.safeParse(schema, text);
  return issues ? [{ column, mistake: `"${text}" ${issues[0].message}.` }] : [];
}

function numberOf(
  text: string,
  hasDecimalCommas: boolean,
): { readonly value?: number; readonly mistake?: string } {
  const number = hasDecimalCommas ? text.replace(',', '.') : text;
  if (/^[+-]?\d+(?:\.\d+)?$/.test(number)) return { value: Number(number) };
  if (text === '') return { mistake: 'The number is missing.' };
  if (/^[+-]?\d+,\d+$/.test(text))
    return { mistake: `"${text}" has a decimal comma: write ${text.replace(',', '.')}.` };
  return { mistake: `"${text}" is no number.` };
}

function optionsOf(text: string): BankItem['options'] {
  if (text.includes(SEPARATOR)) return text.split(SEPARATOR).map((label) => label.trim());
  return text === '' ? 'answers' : text;
}

function optionMistakes(options: BankItem['options'], thresholds: number): readonly CellMistake[] {
  const column = 'options';
  if (typeof options === 'string') return keyMistakes(column, options, Key);
  if (options.includes('')) return [{ column, mistake: 'An answer of the list is empty.' }];
  if (options.length === thresholds + 1) return [];
  return [
    {
      column,
      mistake: `${options.length} answers need ${options.length - 1} thresholds, but there are ${thresholds}.`,
    },
  ];
}

type Sound = readonly { readonly line: number; readonly item: BankItem }[];

/** What the bank itself finds: slopes and thresholds. */
function parameterMistakes(sound: Sound): readonly TableMistake[] {
  const items = sound.map(({ item: { id, a, b } }) => ({ id, a, b }));
  return itemBankProblems({ id: 'bank', model: 'GRM', items }).flatMap(({ path, message }) => {
    const [, row, kind, threshold] = /^items\[(\d+)\]\.([ab])(?:\[(\d+)\])?$/.exec(path) ?? [];
    if (kind === undefined) return [];
    const column = threshold === undefined ? kind : `b${Number(threshold) + 1}`;
    return [{ line: sound[Number(row)]?.line ?? 0, column, mistake: message }];
  });
}

/** Ids that stand twice, and answers of one name for items that need more of them or fewer. */
function togetherMistakes(sound: Sound): readonly TableMistake[] {
  return sound.flatMap(({ line, item }, index) => {
    const before = sound.slice(0, index);
    const same = before.find(({ item: { id } }) => id === item.id);
    const named =
      typeof item.options === 'string'
        ? before.find(({ item: { options } }) => options === item.options)
        : undefined;
    return [
      ...(same
        ? [{ line, column: 'item', mistake: `"${item.id}" stands in line ${same.line} already.` }]
        : []),
      ...(named && named.item.b.length !== item.b.length
        ? [
            {
              line,
              column: 'options',
              mistake:
                `"${named.item.options.toString()}" has ${named.item.b.length + 1} answers in line ${named.line}, but ` +
                `${item.b.length + 1} here. Give these answers another name.`,
            },
          ]
        : []),
    ];
  });
}
