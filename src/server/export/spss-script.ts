import { levelOf, type TableShape } from './columns.ts';
import { missingCodes } from './missing-codes.ts';

type Column = TableShape['columns'][number];

// In bytes of UTF-8. SPSS cuts labels after 255 bytes and lines after 256.
const MOST_LINE = 250;
const MOST_LABEL = 240;
const MOST_VALUE_LABEL = 120;

/** The syntax that reads every file, labels it and saves it as .sav, for SPSS 23 and later, and for PSPP. */
export function spssScript(tables: readonly TableShape[]): string {
  return [head, ...tables.map(readTable), ''].join('\n');
}

const head = `* Encoding: UTF-8.
* Reads the research data of this folder and saves each file as .sav beside it.
* Set the folder first, e.g. CD 'C:/export'.
* Empty cells are system-missing; the codes -99 to -96 are user-missing, with a label each. A line break inside a text stands there as one sign.
SET DECIMAL=DOT.
`;

function readTable({ file, columns }: TableShape): string {
  const name = file.replace(/\.csv$/, '');
  const coded = columns.filter(({ values, codes }) => values.length > 0 || codes);
  const numbers = columns.filter(({ form, codes }) => codes && form !== 'text');
  const words = columns.filter(({ form, codes }) => codes && form === 'text');
  return [
    `GET DATA /TYPE=TXT /FILE='${file}' /ENCODING='UTF8' /DELCASE=LINE /DELIMITERS="," /QUALIFIER='"'`,
    '  /ARRANGEMENT=DELIMITED /FIRSTCASE=2 /VARIABLES=',
    ...columns.map((column) => `    ${column.name} ${formatOf(column)}`),
    '  .',
    'CACHE.',
    'EXECUTE.',
    `DATASET NAME ${name}.`,
    'VARIABLE LABELS',
    ...columns.map(({ name: variable, label }) => twoWords(`    ${variable}`, text(label, MOST_LABEL))),
    '  .',
    ...(coded.length > 0 ? ['VALUE LABELS', coded.map(valueLabels).join('\n    /\n'), '  .'] : []),
    ...missingValues(numbers, `${from} THRU ${to}`),
    ...missingValues(words, wordCodes.map((code) => `'${code}'`).join(' ')),
    'VARIABLE LEVEL',
    ...columns.map((column) => `    ${column.name} (${levelOf(column).toUpperCase()})`),
    '  .',
    `SAVE OUTFILE='${name}.sav'.`,
    '',
  ].join('\n');
}

const [from, to] = [missingCodes.at(-1)?.value, missingCodes[0]?.value];
// SPSS takes at most three words. A choice that was left empty has an empty cell.
const wordCodes = missingCodes.slice(-3).map(({ value }) => value);

function missingValues(columns: readonly Column[], values: string): readonly string[] {
  if (columns.length === 0) return [];
  return ['MISSING VALUES', ...columns.map(({ name }) => `    ${name}`), `    (${values}).`];
}

// SPSS cuts a value that is longer than its column. Ids are short, labels and cells of several values may be longer.
const LONG_TEXT = 32_767;
const JOINED_TEXT = 4000;
const SHORT_TEXT = 64;

function formatOf(column: Column): string {
  if (column.form === 'integer') return 'F10.0';
  if (column.form === 'decimal') return 'F16.6';
  if (column.form === 'date') return 'SDATE10';
  return `A${widthOf(column)}`;
}

function widthOf({ name, values, origin }: Column): number {
  const longest = Math.max(0, ...values.map(({ value }) => Buffer.byteLength(String(value))));
  if (values.length > 0) return Math.max(longest, 8);
  if (origin) return LONG_TEXT;
  return joinedColumns.has(name) ? JOINED_TEXT : SHORT_TEXT;
}

const joinedColumns = new Set([
  'value',
  'label',
  'diagnoses',
  'systems',
  'instruments',
  'scale_title',
  'band_label',
]);

function valueLabels({ name, form, values, codes = [] }: Column): string {
  const pairs = [...values, ...codes].map(({ value, label }) => {
    const shown =
      typeof value === 'number' && form !== 'text' ? String(value) : text(String(value), MOST_LABEL);
    return twoWords(`      ${shown}`, text(label, MOST_VALUE_LABEL));
  });
  return [`    ${name}`, ...pairs].join('\n');
}

/** Puts both texts on one line if they fit. */
function twoWords(one: string, other: string): string {
  const line = `${one} ${other}`;
  return Buffer.byteLength(line) > MOST_LINE ? `${one}\n      ${other}` : line;
}

/** A quoted text for SPSS on one line, cut at a whole character. */
function text(content: string, most: number): string {
  let cut = '';
  for (const character of content.replaceAll(/\s+/g, ' ').trim()) {
    if (Buffer.byteLength(cut + character) > most) break;
    cut += character;
  }
  return `'${cut.replaceAll("'", "''")}'`;
}
