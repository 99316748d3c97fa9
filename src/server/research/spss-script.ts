import type { SpssTable } from './spss-tables.ts';
import { cutText, MOST_LABEL, type SpssColumn } from './spss-columns.ts';

// SPSS cuts lines after 256 bytes of UTF-8.
const MOST_LINE = 250;

/** The syntax that reads every CSV file and labels it, for SPSS 23 and later, and for PSPP. */
export function spssScript(tables: readonly Pick<SpssTable, 'file' | 'columns'>[]): string {
  return [head, ...tables.map(readTable), ''].join('\n');
}

const head = `* Encoding: UTF-8.
* Reads each CSV file of this folder into a data set.
* Set the folder first, e.g. CD 'C:/export'.
* Empty cells are system-missing; the codes -99 to -94 are user-missing, with a label each. A line break inside a text stands there as one sign.
SET DECIMAL=DOT.
`;

function readTable({ file, columns }: Pick<SpssTable, 'file' | 'columns'>): string {
  const name = file.replace(/\.csv$/, '');
  const coded = columns.filter(({ labels }) => labels.length > 0);
  return [
    `GET DATA /TYPE=TXT /FILE='${file}' /ENCODING='UTF8' /DELCASE=LINE /DELIMITERS="," /QUALIFIER='"'`,
    '  /ARRANGEMENT=DELIMITED /FIRSTCASE=2 /VARIABLES=',
    ...columns.map(({ name: variable, format, width }) => `    ${variable} ${format?.name ?? `A${width}`}`),
    '  .',
    'CACHE.',
    'EXECUTE.',
    'VARIABLE LABELS',
    ...columns.map(({ name: variable, label }) => twoWords(`    ${variable}`, text(label))),
    '  .',
    ...(coded.length > 0 ? ['VALUE LABELS', coded.map(valueLabels).join('\n    /\n'), '  .'] : []),
    ...missingValues(columns.filter(({ format }) => format)),
    ...missingValues(columns.filter(({ format }) => !format)),
    'VARIABLE LEVEL',
    ...columns.map(({ name: variable, level }) => `    ${variable} (${level.toUpperCase()})`),
    '  .',
    // PSPP replaces an active data set by the next one, even if it has a name.
    `DATASET COPY ${name}.`,
    '',
  ].join('\n');
}

/** Columns of one kind have the same codes. */
function missingValues(columns: readonly SpssColumn[]): readonly string[] {
  const coded = columns.filter(({ missing }) => missing.length > 0);
  const [first] = coded;
  if (!first) return [];
  const codes = first.format
    ? first.missing.join(' THRU ')
    : first.missing.map((word) => `'${word}'`).join(' ');
  return ['MISSING VALUES', ...coded.map(({ name }) => `    ${name}`), `    (${codes}).`];
}

function valueLabels({ name, labels }: SpssColumn): string {
  const pairs = labels.map(({ value, label }) =>
    twoWords(`      ${typeof value === 'number' ? value : text(value)}`, text(label)),
  );
  return [`    ${name}`, ...pairs].join('\n');
}

/** Puts both texts on one line if they fit. */
function twoWords(one: string, other: string): string {
  const line = `${one} ${other}`;
  return Buffer.byteLength(line) > MOST_LINE ? `${one}\n      ${other}` : line;
}

/** A quoted text for SPSS on one line. */
function text(content: string): string {
  return `'${cutText(content, MOST_LABEL).replaceAll("'", "''")}'`;
}
