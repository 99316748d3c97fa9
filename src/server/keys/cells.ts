import type { Schema } from '../database/schema.ts';

/** Every column of the schema whose name ends in "encrypted", as `table|column`. */
export type EncryptedColumn = {
  [Table in keyof Schema]: `${Table}|${Extract<keyof Schema[Table], `${string}encrypted`>}`;
}[keyof Schema];

type TableOf<Column> = Column extends `${infer Table extends keyof Schema}|${string}` ? Table : never;

/**
 * How the cells of a column get new keys. `update`: the server updates the table. A function of the database: the server
 * may not update the table. `expires`: the rows get no new keys, because they expire within minutes.
 */
type Renewal = 'update' | 'renew_answer_cell' | 'renew_report_cell' | 'expires';

type Cell<Table extends keyof Schema> = {
  /** The columns that name a row, in the order of the primary key, under their names in the program. */
  readonly key: Readonly<Record<string, keyof Schema[Table]>>;
  readonly renewal: Renewal;
  /** The name of the cells in `keys rotate` and `keys list`. */
  readonly counted: string;
};

/**
 * All encrypted cells. A cell is authenticated with its place (table|column|key): a cell that was moved elsewhere does not
 * decrypt (R63). `keys rotate` and `keys retire` go over this table; a cell outside it would be lost with its old key.
 */
export const CELLS = {
  // The place of a birth date does not name the clinic. Its cell holds diagnoses and labels as well (record 305). Stored cells hold the places below: none of them may change.
  'patients|birth_date_encrypted': { key: { patientId: 'id' }, renewal: 'update', counted: 'birth_dates' },
  'answers|encrypted': {
    key: { clinicId: 'clinic_id', sessionId: 'session_id', itemId: 'item_id' },
    renewal: 'renew_answer_cell',
    counted: 'answers',
  },
  'scores|result_encrypted': {
    key: { clinicId: 'clinic_id', sessionId: 'session_id', instrumentId: 'instrument_id', scale: 'scale' },
    renewal: 'update',
    counted: 'scores',
  },
  'drafts|encrypted': {
    key: { clinicId: 'clinic_id', sessionId: 'session_id' },
    renewal: 'update',
    counted: 'drafts',
  },
  'mail_addresses|address_encrypted': {
    key: { clinicId: 'clinic_id', patientId: 'patient_id', kind: 'kind' },
    renewal: 'update',
    counted: 'mail_addresses',
  },
  'crisis_events|answer_encrypted': {
    key: { clinicId: 'clinic_id', eventId: 'id' },
    renewal: 'update',
    counted: 'crisis_answers',
  },
  'crisis_events|note_encrypted': {
    key: { clinicId: 'clinic_id', eventId: 'id' },
    renewal: 'update',
    counted: 'crisis_notes',
  },
  'crisis_events|handed_note_encrypted': {
    key: { clinicId: 'clinic_id', eventId: 'id' },
    renewal: 'update',
    counted: 'crisis_notes',
  },
  'crisis_events|postponed_note_encrypted': {
    key: { clinicId: 'clinic_id', eventId: 'id' },
    renewal: 'update',
    counted: 'crisis_notes',
  },
  'course_signals|postponed_note_encrypted': {
    key: { clinicId: 'clinic_id', signalId: 'id' },
    renewal: 'update',
    counted: 'signal_notes',
  },
  'reminder_addresses|address_encrypted': {
    key: { clinicId: 'clinic_id', accountId: 'account_id' },
    renewal: 'update',
    counted: 'reminder_addresses',
  },
  'reports|html_encrypted': {
    key: { clinicId: 'clinic_id', sessionId: 'session_id', audience: 'audience', hash: 'hash' },
    renewal: 'renew_report_cell',
    counted: 'reports',
  },
  'patient_data_keys|key_encrypted': {
    key: { clinicId: 'clinic_id', patientId: 'patient_id' },
    renewal: 'update',
    counted: 'data_keys',
  },
  'second_factors|encrypted': {
    key: { clinicId: 'clinic_id', accountId: 'account_id' },
    renewal: 'update',
    counted: 'second_factors',
  },
  'idempotency_keys|answer_encrypted': {
    key: { clinicId: 'clinic_id', userId: 'user_id', key: 'key' },
    renewal: 'expires',
    counted: 'stored_calls',
  },
} as const satisfies { readonly [Column in EncryptedColumn]: Cell<TableOf<Column>> };

/** The place that an encrypted text is bound to: a cell, or the code of a link in a mail (records 024, 066). */
export type CellPlace = `${EncryptedColumn}|${string}` | LinkPlace;
export type LinkPlace = 'mail|opt-out code' | 'mail|confirmation code';

type KeyOf<Column extends EncryptedColumn> = Readonly<
  Record<keyof (typeof CELLS)[Column]['key'] & string, string>
>;

export function cellPlace<Column extends EncryptedColumn>(column: Column, row: KeyOf<Column>): CellPlace {
  // The keys of a constant table are its own names.
  const names = Object.keys(CELLS[column].key) as (keyof KeyOf<Column>)[];
  return placeOf(
    column,
    names.map((name) => row[name]),
  );
}

/** The place of a cell by the values of its key, in the order of the table above. */
export function placeOf(column: EncryptedColumn, key: readonly string[]): CellPlace {
  return `${column}|${key.join('.')}`;
}
