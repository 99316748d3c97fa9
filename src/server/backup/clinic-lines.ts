import { randomBytes } from 'node:crypto';
import { provisionalHash } from '../login/password-hash.ts';
import { CELLS, type CellPlace, placeOf, type EncryptedColumn } from '../keys/cells.ts';
import { decryptField, encryptField, type Keys } from '../keys/keys.ts';
import { birthDateIn } from '../keys/patient-cells.ts';
import { linesOf } from './rows.ts';
import type { TablePlan } from './table-queries.ts';

/** A row as COPY writes it: one text a column, with escapes, each byte a character. */
type Fields = string[];
type Change = (fields: Fields) => void;

const NULL = '\\N';
const BYTES = '\\\\x';

/**
 * How lines of a table become those of an archive, and back. An archive holds the content of encrypted cells, because only
 * the archive's own encryption protects it on its way between two key files. It holds no hash of a password: the keys
 * of the hashes stay behind.
 */
export function translation({ name, columns }: Pick<TablePlan, 'name' | 'columns'>, keys: Keys) {
  const at = (column: string) => {
    const place = columns.indexOf(`"${column}"`);
    if (place < 0) throw new Error(`${name} has no column ${column}`);
    return place;
  };
  const opened = cellChanges(name, at, (bytes, place) => Buffer.from(decryptField(keys, bytes, place)));
  const closed = cellChanges(name, at, (bytes, place) => encryptField(keys, bytes.toString(), place));
  const hash = hashes(keys, at)[name];
  const emptied = emptyFields(at)[name];
  return {
    pack: overLines(emptied ? [...opened, emptied] : opened),
    unpack: overLines(hash ? [hash, ...closed] : closed),
  };
}

type Place = (column: string) => number;

function cellChanges(
  table: string,
  at: Place,
  change: (bytes: Buffer, place: CellPlace) => Buffer,
): Change[] {
  const columns = (Object.keys(CELLS) as EncryptedColumn[]).filter((column) =>
    column.startsWith(`${table.slice(1, -1)}|`),
  );
  return columns.map((column) => {
    const cell = at(column.slice(column.indexOf('|') + 1));
    const key = Object.values<string>(CELLS[column].key).map(at);
    return (fields) => {
      const text = fields[cell] ?? NULL;
      if (text === NULL) return;
      const place = placeOf(
        column,
        key.map((index) => textOf(fields[index] ?? '')),
      );
      fields[cell] = BYTES + change(bytesOf(text), place).toString('hex');
    };
  });
}

/** What an archive does not say. The models of an installation stay there; a signal keeps its figures. */
const emptyFields = (at: Place): Record<string, Change> => ({
  '"patients"': (fields) => (fields[at('secret_hash')] = ''),
  '"accounts"': (fields) => (fields[at('password_hash')] = ''),
  '"course_signals"': (fields) => (fields[at('model_version')] = '0'),
});

/** The hashes of patients who arrive, and of staff: no password fits, so the operator and the admin give new ones. */
const hashes = (keys: Keys, at: Place): Record<string, Change> => ({
  '"patients"': (fields) => {
    const content = bytesOf(fields[at('birth_date_encrypted')] ?? '').toString('utf8');
    fields[at('secret_hash')] = provisionalHash(keys, birthDateIn(content));
  },
  '"accounts"': (fields) => {
    fields[at('password_hash')] = provisionalHash(keys, randomBytes(32).toString('base64'));
  },
});

function overLines(changes: readonly Change[]): (lines: Buffer) => Buffer {
  if (changes.length === 0) return (lines) => lines;
  return (lines) => {
    const changed: string[] = [];
    for (const line of linesOf(lines)) {
      const fields = line.toString('latin1', 0, line.length - 1).split('\t');
      for (const change of changes) change(fields);
      changed.push(fields.join('\t'), '\n');
    }
    return Buffer.from(changed.join(''), 'latin1');
  };
}

const bytesOf = (field: string) => Buffer.from(field.slice(BYTES.length), 'hex');

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The text of a field. */
function textOf(field: string): string {
  const text = Buffer.from(field, 'latin1').toString('utf8');
  return text.replaceAll(/\\(.)/g, (_, one: string) => escapes[one] ?? one);
}
