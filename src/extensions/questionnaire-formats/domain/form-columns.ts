import type { FormMistake, Lost } from './form.ts';

/** A row of a table with the line on which it begins. */
export type Row = { readonly line: number; readonly cells: readonly string[] };

export type Columns<Name extends string> = {
  readonly rows: readonly { readonly line: number; readonly cell: (name: Name) => string }[];
  readonly lost: readonly Lost[];
  /** Mistakes of the headings, from which others follow. */
  readonly headings: readonly FormMistake[];
  readonly mistakes: readonly FormMistake[];
};

const MOST_ROWS = 10_000;

const plainHeading = (heading: string) => heading.trim().normalize('NFC').toLowerCase();

/** The rows of a table by the names of its columns. Columns that the format does not know are listed as lost. */
export function readColumns<Name extends string>(
  [header, ...others]: readonly Row[],
  known: ReadonlyMap<string, Name>,
  needed: readonly Name[],
  placeOf: (line: number) => string = (line) => `line ${line}`,
): Columns<Name> {
  const { cells: headings = [], line = 1 } = header ?? {};
  const all = others.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const filled = all.slice(0, MOST_ROWS);
  const isTooLong = all.length > MOST_ROWS;
  const names = headings.map((heading) => known.get(plainHeading(heading)));
  const places = new Map(
    names.flatMap((name, index) => (name === undefined ? [] : [[name, index] as const])),
  );
  const strange = headings.flatMap((heading, index) =>
    names[index] === undefined && heading.trim() !== '' ? [{ heading: heading.trim(), index }] : [],
  );
  const lost = strange.flatMap(({ heading, index }) => {
    const lines = filled.filter(({ cells }) => (cells[index] ?? '').trim() !== '').map((row) => row.line);
    return (lines.length > 0 ? lines : [line]).map((at) => ({
      name: `column "${heading}"`,
      place: placeOf(at),
    }));
  });
  const twice = names.filter((name, index) => name !== undefined && names.indexOf(name) < index);
  return {
    rows: filled.map(({ line: at, cells }) => ({
      line: at,
      cell: (name) => (cells[places.get(name) ?? -1] ?? '').trim(),
    })),
    lost,
    headings: [
      ...needed
        .filter((name) => !places.has(name))
        .map((name) => {
          const words = [...known].filter(([, column]) => column === name).map(([word]) => word);
          return { line, place: name, message: `There is no such column. It is called ${words.join(', ')}` };
        }),
      ...(isTooLong ? [{ line, place: '(file)', message: `There are more than ${MOST_ROWS} rows` }] : []),
      ...twice.map((name) => ({ line, place: name ?? '', message: 'The column is given twice' })),
    ],
    mistakes: filled.flatMap((row) => cellMistakes(row, headings)),
  };
}

// What a spreadsheet program writes in place of a value that it could not compute.
const SPREADSHEET = /^(?:=|#(?:NAME|REF|VALUE|WERT|BEZUG|NV|N\/A|DIV\/0|NULL|NUM|ZAHL)\b)/;

function cellMistakes({ line, cells }: Row, headings: readonly string[]): readonly FormMistake[] {
  return cells.flatMap((cell, index) => {
    const heading = (headings[index] ?? '').trim();
    if (cell.trim() === '') return [];
    if (heading === '')
      return [
        { line, place: `cell ${index + 1}`, message: `"${cell.trim().slice(0, 40)}" stands in no column` },
      ];
    if (!SPREADSHEET.test(cell.trim())) return [];
    return [
      {
        line,
        place: heading,
        message: `"${cell.trim().slice(0, 40)}" is a formula of a spreadsheet: write its value`,
      },
    ];
  });
}
