import type { CodedValue } from '../../../domain/research-variables.ts';
import type { TableShape } from '../../../server/research/columns.ts';
import { savFile } from './sav-files.ts';

type Shape = TableShape['columns'][number];

const types = { text: 'string', integer: 'integer', decimal: 'number', date: 'date' } as const;

/**
 * The Frictionless Data Package: of the CSV files types, labels, allowed values and keys that join them; the .sav files by name.
 * Programs read it in place of the codebook.
 */
export function dataPackage(
  tables: readonly TableShape[],
  about: { readonly name: string; readonly title: string; readonly description: string },
): string {
  const csv = tables.map(({ file, title, columns }) => ({
    name: nameOf(file),
    path: file,
    title,
    profile: 'tabular-data-resource',
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    dialect: { delimiter: ',', lineTerminator: '\r\n', quoteChar: '"', doubleQuote: true, header: true },
    schema: { fields: columns.map(fieldOf), missingValues: missingValues(columns), ...keysOf(file) },
  }));
  const sav = tables.map(({ file, title }) => ({
    name: `${nameOf(file)}_sav`,
    path: savFile(file),
    title,
    format: 'sav',
    mediatype: 'application/x-spss-sav',
  }));
  const resources = [...csv, ...sav];
  return `${JSON.stringify({ profile: 'data-package', ...about, resources }, null, 2)}\n`;
}

const nameOf = (file: string) => file.replace(/\.csv$/, '');

function fieldOf({ name, label, form, values, codes = [], missing }: Shape) {
  const coded = [...values, ...codes];
  return {
    name,
    type: types[form],
    title: label,
    description: coded.length > 0 ? `${coded.map(wordsOf).join('; ')}. ${missing}` : missing,
  };
}

const wordsOf = ({ value, label }: CodedValue) => `${value} = ${label}`;

/** The codes of a file count as missing in each of its columns; no other column has such values. */
function missingValues(columns: readonly Shape[]): readonly string[] {
  const codes = columns.flatMap(({ codes: own = [] }) => own.map(({ value }) => String(value)));
  return ['', ...new Set(codes)];
}

/** What names a row, and where a row of another file is named. */
function keysOf(file: string) {
  const session = {
    foreignKeys: [{ fields: 'session_id', reference: { resource: 'sessions', fields: 'session_id' } }],
  };
  const keys: Record<string, object> = {
    'persons.csv': { primaryKey: 'study_id' },
    'sessions.csv': {
      primaryKey: 'session_id',
      foreignKeys: [{ fields: 'study_id', reference: { resource: 'persons', fields: 'study_id' } }],
    },
    'answers.csv': session,
    'scores.csv': session,
    'trace.csv': session,
    'crisis_events.csv': session,
  };
  return keys[file] ?? (file.startsWith('wide_') ? { primaryKey: 'session_id', ...session } : {});
}
