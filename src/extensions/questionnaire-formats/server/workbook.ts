import { strToU8, zipSync } from 'fflate';
import readWorkbookFile from 'read-excel-file/node';
import type { Row } from '../domain/form-columns.ts';
import type { FormMistake, Lost } from '../domain/form.ts';
import { unpack } from './archive.ts';
import { scanSheet, type ScannedSheet } from './workbook-scan.ts';
import { walkXml } from '../../../server/instruments/xml.ts';

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

const MOST_MEGABYTES = 8;
const MOST_SHEETS = 50;
const MOST_CELLS = 2_000_000;
const MOST_LETTERS = 5_000_000;
/** Some programs end each sheet with a million rows without a cell. */
const EMPTY_ROW = /<((?:\w+:)?row)\b[^<>]*(?:\/>|>\s*<\/\1>)/g;
const BESIDE = /^xl\/(comments|threadedComments|media|charts|embeddings|vbaProject)/;

/** The sheets of a workbook (XLSX) as texts. */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const unpacked = unpack(bytes, (name) => /\.(?:xml|rels)$/.test(name), MOST_MEGABYTES);
  if (unpacked.kind === 'refused') return unpacked;
  const { files, names } = unpacked;
  const text = (name: string) => Buffer.from(files.get(name) ?? []).toString('utf8');
  const listed = sheetFiles(text);
  if (listed.length === 0 || listed.length > MOST_SHEETS)
    return refused(`The workbook holds ${listed.length || 'no'} sheets`);
  const contents = new Map(listed.map(({ file }) => [file, text(file).replaceAll(EMPTY_ROW, '')]));
  const scanned = listed.map(({ name, file }) => ({ name, ...scanSheet(contents.get(file) ?? '', name) }));
  const broken = scanned.find(({ problem }) => problem !== undefined);
  if (broken) return refused(`The sheet "${broken.name}" cannot be read: ${broken.problem}`);
  if (scanned.reduce((sum, { area }) => sum + area, 0) > MOST_CELLS)
    return refused(`The workbook is larger than ${MOST_CELLS} cells, or has cells without a place`);
  try {
    // The package reads an archive without its own list of sizes, so it gets what was unpacked and looked at.
    const others = [...files].filter(([name]) => !text(name).includes('sheetData'));
    const looked = [...contents].map(([name, xml]) => [name, strToU8(xml)] as const);
    const archive = zipSync(Object.fromEntries([...others, ...looked]), { level: 0 });
    const read = await readWorkbookFile(Buffer.from(archive));
    const sheets = read.map(({ sheet, data }, index) => sheetOf(sheet, data, scanned[index]));
    const cells = sheets.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
    // Many cells may share one long text.
    if (cells.reduce((sum, cell) => sum + cell.length, 0) > MOST_LETTERS)
      return refused(`The workbook holds more than ${MOST_LETTERS} letters`);
    return { kind: 'sheets', sheets, lost: lostBeside(names, text('xl/sharedStrings.xml')) };
  } catch (error) {
    return refused(`The workbook cannot be read: ${(error as Error).message}`);
  }
}

const refused = (message: string) => ({ kind: 'refused', message }) as const;

/** What a workbook has beside the texts in its cells. */
function lostBeside(names: readonly string[], sharedTexts: string): readonly Lost[] {
  const beside = names.flatMap((place) => {
    const [, name] = BESIDE.exec(place) ?? [];
    return name === undefined ? [] : [{ name, place }];
  });
  const isFormatted = /<(?:\w+:)?rPr\b/.test(sharedTexts);
  return [...beside, ...(isFormatted ? [{ name: 'formatting inside of cells', place: '(file)' }] : [])];
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
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
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
