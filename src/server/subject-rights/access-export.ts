import { privacyOf } from '../../domain/answer-types.ts';
import { plannedItems } from '../../domain/survey-flow.ts';
import { accessTexts, explanations, SECRET, STAFF_NOTE, type Explanation } from '../../text/access-export.ts';
import { openAnswer, type AnswerRow } from '../keys/answer-cells.ts';
import { cellPlace, type EncryptedColumn } from '../keys/cells.ts';
import { openScore, type ScoreRow } from '../keys/score-cells.ts';
import type { Db } from '../database/transaction.ts';
import { decryptField, type Keys } from '../keys/keys.ts';
import { openBirthDate, openContent } from '../keys/patient-cells.ts';
import { openReport } from '../reports/stored-report.ts';
import type { Services } from '../services.ts';
import type { Version } from '../instruments/registry-queries.ts';
import * as queries from './access-queries.ts';

export type AccessExport = {
  title: string;
  created: string;
  clinic: string;
  code: string;
  notes: readonly string[];
  data: ({ table: string; rows: queries.Row[] } & Explanation)[];
};

/** All stored data of one patient, decrypted and explained (R66, GDPR Art. 15). */
export async function exportPatient(
  db: Db,
  { keys, registry, now }: Pick<Services, 'keys' | 'registry' | 'now'>,
  { clinic, patient }: { clinic: { id: string; name: string }; patient: { id: string; code: string } },
): Promise<AccessExport> {
  const tables = await queries.rowsOfPatient(db, clinic.id, patient.id);
  const questions = await questionsOf(db, registry, tables.get('survey_sessions') ?? []);
  const diagnoses = await queries.describeDiagnoses(db);
  const data = [...tables].map(([table, rows]) => ({
    table,
    ...explanationOf(table),
    rows: rows.map((row) => shown({ table, row, keys, questions, diagnoses })),
  }));
  const audit = await queries.auditOfPatient(db, clinic.id, patient.id);
  return {
    title: accessTexts.title,
    created: new Date(now()).toISOString(),
    clinic: clinic.name,
    code: patient.code,
    notes: accessTexts.notes,
    data: [...data, { table: 'audit', ...explanationOf('audit'), rows: audit }],
  };
}

function explanationOf(table: string): Explanation {
  const explanation = explanations[table];
  if (!explanation) throw new Error(`the table ${table} is not explained`);
  return explanation;
}

async function questionsOf(
  db: Db,
  registry: Services['registry'],
  sessions: readonly queries.Row[],
): Promise<Map<string, string>> {
  const questions = new Map<string, string>();
  for (const { id, instruments: versions } of sessions) {
    // The server writes this column as a list of versions.
    const instruments = await registry.pinnedInstruments(db, versions as Version[]);
    for (const [item, { content }] of plannedItems({ instruments }))
      questions.set(`${String(id)}|${item}`, content);
  }
  return questions;
}

/** The encrypted columns that no export shows: keys, and cells of staff. */
type NeverShown =
  | 'patient_data_keys|key_encrypted'
  | 'crisis_events|note_encrypted'
  | 'crisis_events|handed_note_encrypted'
  | 'crisis_events|postponed_note_encrypted'
  | 'course_signals|postponed_note_encrypted'
  | 'second_factors|encrypted'
  | 'reminder_addresses|address_encrypted'
  | 'idempotency_keys|answer_encrypted';

const withheld: ReadonlyMap<string, string> = new Map([
  ['patients|secret_hash', SECRET],
  ['login_sessions|access_hash', SECRET],
  ['login_sessions|secret', SECRET],
  ['patient_data_keys|key_encrypted', SECRET],
  ['crisis_events|note_encrypted', STAFF_NOTE],
  ['crisis_events|handed_note_encrypted', STAFF_NOTE],
  ['crisis_events|postponed_note_encrypted', STAFF_NOTE],
  ['course_signals|postponed_note_encrypted', STAFF_NOTE],
]);

/** A row of patients, as far as it is decrypted. */
type PatientRow = Parameters<typeof openContent>[1];

/** An encrypted column: the name that is shown, and how it is decrypted. */
type Encrypted = { as: string; open(keys: Keys, row: queries.Row, cell: Buffer): unknown };

const sessionOf = ({ clinic_id, session_id }: queries.Row) => ({
  clinicId: String(clinic_id),
  sessionId: String(session_id),
});

const eventOf = ({ clinic_id, id }: queries.Row) => ({ clinicId: String(clinic_id), eventId: String(id) });

const encrypted: Readonly<Record<Exclude<EncryptedColumn, NeverShown>, Encrypted>> = {
  'patients|birth_date_encrypted': {
    as: 'birth_date',
    open: (keys, { id }, cell) => openBirthDate(keys, { id: String(id), birth_date_encrypted: cell }),
  },
  'answers|encrypted': {
    as: 'text',
    // The database holds answers as this type says.
    open: (keys, row) => openAnswer(keys, sessionOf(row), row as AnswerRow).value,
  },
  'scores|result_encrypted': {
    as: 'result',
    open: (keys, row) => openScore(keys, sessionOf(row), row as ScoreRow),
  },
  'drafts|encrypted': {
    as: 'answers',
    open: (keys, row, cell) =>
      JSON.parse(decryptField(keys, cell, cellPlace('drafts|encrypted', sessionOf(row)))),
  },
  'mail_addresses|address_encrypted': {
    as: 'address',
    open: (keys, { clinic_id, patient_id, kind }, cell) => {
      const place = { clinicId: String(clinic_id), patientId: String(patient_id) };
      return decryptField(
        keys,
        cell,
        cellPlace('mail_addresses|address_encrypted', { ...place, kind: String(kind) }),
      );
    },
  },
  'crisis_events|answer_encrypted': {
    as: 'answer',
    open: (keys, row, cell) =>
      decryptField(keys, cell, cellPlace('crisis_events|answer_encrypted', eventOf(row))),
  },
  'reports|html_encrypted': {
    as: 'html',
    open: (keys, row, cell) => {
      const report = { audience: String(row['audience']), hash: String(row['hash']), html_encrypted: cell };
      return openReport(keys, sessionOf(row), report);
    },
  },
};

const encryptedByName: ReadonlyMap<string, Encrypted> = new Map(Object.entries(encrypted));

/** The shown name of a column. */
export function shownName(table: string, column: string): string {
  return encryptedByName.get(`${table}|${column}`)?.as ?? column;
}

type Source = {
  table: string;
  row: queries.Row;
  keys: Keys;
  questions: ReadonlyMap<string, string>;
  diagnoses: ReadonlyMap<string, string>;
};

/** The columns of a row, with what a cell of several parts holds in columns of their own. A patient's own text stays in its cell. */
function withParts(keys: Keys, table: string, row: queries.Row): queries.Row {
  if (table === 'patients') {
    const { labels, diagnosisIds } = openContent(keys, row as PatientRow);
    return { ...row, labels, diagnosis_ids: diagnosisIds };
  }
  if (table !== 'answers') return row;
  const answer = row as AnswerRow;
  const { value, label } = openAnswer(keys, sessionOf(row), answer);
  if (privacyOf(answer.item_type) !== null && value !== '') return { ...row, value: null, label: null };
  return { ...row, value, label, encrypted: null };
}

function shown({ table, row: stored, keys, questions, diagnoses }: Source): queries.Row {
  const row = withParts(keys, table, stored);
  const columns = Object.entries(row).map(([column, value]) => [
    shownName(table, column),
    withheld.get(`${table}|${column}`) ?? readable(keys, { table, column, row, value }),
  ]);
  return { ...Object.fromEntries(columns), ...inWords(table, row, { questions, diagnoses }) };
}

type Cell = { table: string; column: string; row: queries.Row; value: unknown };

function readable(keys: Keys, { table, column, row, value }: Cell): unknown {
  if (!(value instanceof Buffer)) return value;
  if (!column.endsWith('encrypted')) return value.toString('hex');
  const cell = encryptedByName.get(`${table}|${column}`);
  if (!cell) throw new Error(`nothing says how to read ${table}.${column}`);
  return cell.open(keys, row, value);
}

/** The meaning of the keys in a row. */
function inWords(
  table: string,
  row: queries.Row,
  { questions, diagnoses }: Pick<Source, 'questions' | 'diagnoses'>,
): queries.Row {
  const text = (column: string) => String(row[column]);
  if (table === 'answers' || table === 'crisis_events')
    return { question: questions.get(`${text('session_id')}|${text('item_id')}`) };
  if (table === 'patients')
    return { diagnoses: (row['diagnosis_ids'] as string[]).map((id) => diagnoses.get(id)) };
  return {};
}
