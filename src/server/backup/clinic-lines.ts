import { randomBytes } from 'node:crypto';
import { provisionalHash } from '../login/password-hash.ts';
import { CELLS, type CellPlace, placeOf, type EncryptedColumn } from '../keys/cells.ts';
import { decryptField, encryptField, type Keys } from '../keys/keys.ts';
import { birthDateIn } from '../keys/patient-cells.ts';
import { linesOf } from './backup-rows.ts';

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
export function translation(table: string, columns: readonly string[], keys: Keys) {
  const at = (column: string) => {
    const place = columns.indexOf(`"${column}"`);
    if (place < 0) throw new Error(`${table} has no column ${column}`);
    return place;
  };
  const cells = cellsOf(table, at);
  const eachCell = (change: (bytes: Buffer, place: CellPlace) => Buffer) =>
    cells.map(({ column, cell, key }) => (fields: Fields) => {
      const place = placeOf(
        column,
        key.map((index) => textOf(fields[index] ?? '')),
      );
      fields[cell] = bytesField(fields[cell], (bytes) => change(bytes, place));
    });
  const opened = eachCell((bytes, place) => Buffer.from(decryptField(keys, bytes, place)));
  const closed = eachCell((bytes, place) => encryptField(keys, bytes.toString('utf8'), place));
  const { pack = [], unpack = [] } = others(table, at, keys);
  return { pack: overLines([...opened, ...pack]), unpack: overLines([...unpack, ...closed]) };
}

function cellsOf(table: string, at: (column: string) => number) {
  return (Object.keys(CELLS) as EncryptedColumn[]).flatMap((column) => {
    const [owner, name = ''] = column.split('|');
    if (`"${owner}"` !== table) return [];
    return [{ column, cell: at(name), key: Object.values<string>(CELLS[column].key).map(at) }];
  });
}

/** What besides cells depends on an installation. */
function others(
  table: string,
  at: (column: string) => number,
  keys: Keys,
): { pack?: Change[]; unpack?: Change[] } {
  const set =
    (column: string, value: string): Change =>
    (fields) =>
      void (fields[at(column)] = value);
  switch (table) {
    case '"patients"': {
      const hash = (fields: Fields) => {
        const content = bytesOf(fields[at('birth_date_encrypted')] ?? '').toString('utf8');
        fields[at('secret_hash')] = provisionalHash(keys, birthDateIn(content));
      };
      return { pack: [set('secret_hash', '')], unpack: [hash] };
    }
    case '"accounts"': {
      // No password fits. The operator gives the admin a new one, and the admin the clinicians.
      const hash = (fields: Fields) =>
        void (fields[at('password_hash')] = provisionalHash(keys, randomBytes(32).toString('base64')));
      return { pack: [set('password_hash', '')], unpack: [hash] };
    }
    case '"course_signals"':
      // The models of an installation stay there. A signal keeps its figures.
      return { pack: [set('model_version', '0')] };
    default:
      return {};
  }
}

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

function bytesField(field: string | undefined, change: (bytes: Buffer) => Buffer): string {
  if (field === undefined || field === NULL) return NULL;
  return BYTES + change(bytesOf(field)).toString('hex');
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The text of a field. */
function textOf(field: string): string {
  const text = Buffer.from(field, 'latin1').toString('utf8');
  return text.replaceAll(/\\(.)/g, (_, one: string) => escapes[one] ?? one);
}
