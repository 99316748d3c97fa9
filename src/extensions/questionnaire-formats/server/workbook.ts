import { zipSync } from 'fflate';
import readWorkbookFile from 'read-excel-file/node';
import type { Row } from '../domain/form-columns.ts';
import type { FormMistake, Lost } from '../domain/form.ts';
import { unpack } from './archive.ts';
import { scanSheet, type ScannedSheet } from './workbook-scan.ts';
import { walkXml } from './xml.ts';

export type Sheet = {
  readonly name: string;
  /** The rows in which something stands. */
  readonly rows: readonly Row[];
  readonly mistakes: readonly FormMistake[];
  readonly lost: readonly Lost[];
};

export type Workbook =
  | { readonly kind: 'sheets'; readonly sheets: readonly Sheet[]; readonly lost: readonly Lost[] }
  | { readonly kind: 'refused'; readonly message: string };

/** Files of Office before 2007, and encrypted ones, begin so. */
export const isOldWorkbook = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 4)).toString('hex') === 'd0cf11e0';

const MOST_CELLS = 2_000_000;
const BESIDE = /^xl\/(comments|threadedComments|media|charts|embeddings|vbaProject)/;

/** The sheets of a workbook (XLSX) as texts. */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const unpacked = unpack(bytes, (name) => /\.(?:xml|rels)$/.test(name));
  if (unpacked.kind === 'refused') return unpacked;
  const { files, names } = unpacked;
  const text = (name: string) => Buffer.from(files.get(name) ?? []).toString('utf8');
  const scanned = sheetFiles(text).map(({ name, file }) => ({ name, ...scanSheet(text(file), name) }));
  if (scanned.length === 0) return { kind: 'refused', message: 'The workbook holds no sheet' };
  const broken = scanned.find(({ problem }) => problem !== undefined);
  if (broken)
    return { kind: 'refused', message: `The sheet "${broken.name}" cannot be read: ${broken.problem}` };
  if (scanned.reduce((sum, { area }) => sum + area, 0) > MOST_CELLS)
    return { kind: 'refused', message: `The workbook is larger than ${MOST_CELLS} cells` };
  try {
    // The package reads an archive without its own list of sizes, so it gets what was unpacked within the bounds.
    const bounded = zipSync(Object.fromEntries(files), { level: 0 });
    const sheets = await readWorkbookFile(Buffer.from(bounded));
    const beside = names.flatMap((place) => {
      const [, name] = BESIDE.exec(place) ?? [];
      return name === undefined ? [] : [{ name, place }];
    });
    const isFormatted = /<(?:\w+:)?rPr\b/.test(text('xl/sharedStrings.xml'));
    const formatting = isFormatted ? [{ name: 'formatting inside of cells', place: '(file)' }] : [];
    return {
      kind: 'sheets',
      sheets: sheets.map(({ sheet, data }, index) => sheetOf(sheet, data, scanned[index])),
      lost: [...beside, ...formatting],
    };
  } catch (error) {
    return { kind: 'refused', message: `The workbook cannot be read: ${(error as Error).message}` };
  }
}

/** The sheets in their order, with the files that hold them. */
function sheetFiles(
  text: (name: string) => string,
): readonly { readonly name: string; readonly file: string }[] {
  const targets = new Map<string, string>();
  walkXml(text('xl/_rels/workbook.xml.rels'), {
    open(_, { Id, Target }) {
      if (Id && Target) targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets: { name: string; file: string }[] = [];
  walkXml(text('xl/workbook.xml'), {
    open(element, { name, ...attributes }) {
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1] ?? '';
      if (element === 'sheet') sheets.push({ name: name ?? '', file: targets.get(id) ?? '' });
    },
  });
  return sheets;
}

type Cell = string | number | boolean | object | null;

const textOf = (cell: Cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''));

function sheetOf(name: string, data: readonly (readonly Cell[])[], scanned: ScannedSheet | undefined): Sheet {
  const cells = data.map((row) => row.map(textOf));
  for (const { column, from, to } of scanned?.merged ?? [])
    for (const row of cells.slice(from, to)) row[column - 1] = cells[from - 1]?.[column - 1] ?? '';
  const dates = data.flatMap((row, index) =>
    row.flatMap((cell, column) =>
      cell instanceof Date
        ? [
            {
              line: index + 1,
              place: `${name}, cell ${column + 1}`,
              message: 'The spreadsheet made a date of the cell: write it as a text',
            },
          ]
        : [],
    ),
  );
  return {
    name,
    rows: cells.flatMap((row, index) =>
      row.some((cell) => cell.trim() !== '') ? [{ line: index + 1, cells: row }] : [],
    ),
    mistakes: [...(scanned?.mistakes ?? []), ...dates],
    lost: scanned?.lost ?? [],
  };
}
