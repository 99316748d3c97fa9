import { isImpossibleGermanDate, isIsoDate } from './iso-date.ts';
import type { IsoDate } from './iso-date.ts';
import { codeWarning, nameKey, nameRefusal, typedNameKey } from './patient-code.ts';
import type { CodeWarning, NameRefusal } from './patient-code.ts';
import {
  birthDateProblem,
  dischargeProblem,
  isFarAhead,
  isLabelText,
  MAX_LABELS,
  normalLabel,
  OPEN_END,
  recordDateProblem,
} from './patient-record.ts';
import type { Gender, RecordProblem } from './patient-record.ts';

/** Checks the rows of a bulk import (product 13.2), cell by cell. */

export const MAX_IMPORT_ROWS = 10_000;
export const MAX_IMPORT_BYTES = 5 * 1024 * 1024;

/** The header row; the cells of a row stand in this order. */
export const IMPORT_COLUMNS = [
  'code',
  'birth_date',
  'gender',
  'diagnosis_id',
  'employee',
  'admission',
  'discharge',
  'labels',
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** The reasons to refuse a whole file: codes of the API, answered with 400, 406, 415 and 413. */
export type CsvRefusal = 'csv_not_utf8' | 'csv_has_bom' | 'csv_wrong_format' | 'too_large';

/** The reasons to refuse a cell, and the hints about an easily guessed code or a date far ahead. `text/csv-import.ts` has the sentences. */
export type CellMessage =
  | RecordProblem
  | `code_${NameRefusal | CodeWarning}`
  | 'code_twice_in_file'
  | 'cell_missing'
  | 'too_many_cells'
  | 'date_missing'
  | 'date_format'
  | 'date_impossible'
  | 'date_far_ahead'
  | 'gender_missing'
  | 'gender_unknown'
  | 'diagnosis_missing'
  | 'employee_missing'
  | 'employee_unknown'
  | 'employee_disabled'
  | 'label_invalid'
  | 'too_many_labels';

/** A cell of the check table. The message of a valid cell is a warning (R52). */
export type ImportCell = {
  readonly value: string;
  readonly valid: boolean;
  readonly message: CellMessage | undefined;
};

/** The patient of a valid row. The System-IDs become labels with the key CLUSTER. */
export type ImportRecord = {
  readonly code: string;
  readonly date_of_birth: IsoDate;
  readonly gender: Gender;
  readonly diagnosis_id: string;
  readonly clinician_id: string;
  readonly admission: IsoDate;
  /** Null while the end of the therapy is open. */
  readonly discharge: IsoDate | null;
  readonly system_ids: readonly string[];
};

/** Eight cells, one per column, and the patient if all of them are valid. */
export type CheckedRow = { readonly cells: readonly ImportCell[]; readonly record: ImportRecord | undefined };

/** The state of the clinic that a file is checked against. Codes and clinicians are found by `nameKey`, a typed name by `typedNameKey`. */
export type ImportContext = {
  readonly today: IsoDate;
  readonly codeKeys: ReadonlySet<string>;
  readonly clinicians: ReadonlyMap<string, { readonly id: string; readonly enabled: boolean }>;
  readonly diagnosisIds: ReadonlySet<string>;
};

/** An import file must begin with these column names; case and surrounding blanks do not matter. */
export function isImportHeader(cells: readonly string[]): boolean {
  if (cells.length !== IMPORT_COLUMNS.length) return false;
  return IMPORT_COLUMNS.every((column, index) => cells[index]?.trim().toLowerCase() === column);
}

/** Counts how often each code occurs in the rows, by `nameKey`. */
export function countCodes(rows: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [code = ''] of rows) {
    const key = nameKey(code.trim());
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/**
 * Checks one row. `codeCounts` counts the codes of the whole file (`countCodes`): a repeated code is refused in each of
 * its rows, because nothing says which of them is right.
 */
export function checkRow(
  row: readonly string[],
  context: ImportContext,
  codeCounts: ReadonlyMap<string, number>,
): CheckedRow {
  const value = (column: ImportColumn) => (row[IMPORT_COLUMNS.indexOf(column)] ?? '').trim();
  const admission = isIsoDate(value('admission')) ? value('admission') : undefined;
  const checks = {
    code: checkCode(value('code').normalize('NFC'), context, codeCounts),
    birth_date: checkDate(value('birth_date'), (date) => birthDateProblem(date, context.today)),
    gender: checkGender(value('gender')),
    diagnosis_id: checkDiagnosis(value('diagnosis_id'), context),
    employee: checkEmployee(value('employee'), context),
    admission: withFarHint(checkDate(value('admission')), context.today),
    discharge: checkDischarge(value('discharge'), admission, context.today),
    labels: checkLabels(row),
  };
  const cells = IMPORT_COLUMNS.map((column, index) =>
    index >= row.length && column !== 'labels' ? refused('', 'cell_missing') : checks[column].cell,
  );
  if (!cells.every(({ valid }) => valid)) return { cells, record: undefined };
  return { cells, record: recordOf(checks) };
}

/** A checked cell and the value to store, which has a meaning only if the cell is valid. */
type Checked<Result> = { readonly cell: ImportCell; readonly result: Result };
type Checks = {
  readonly gender: Checked<Gender>;
  readonly labels: Checked<readonly string[]>;
  readonly discharge: Checked<IsoDate | null>;
} & Readonly<Record<Exclude<ImportColumn, 'gender' | 'labels' | 'discharge'>, Checked<string>>>;

function recordOf(checks: Checks): ImportRecord {
  return {
    code: checks.code.result,
    date_of_birth: checks.birth_date.result,
    gender: checks.gender.result,
    diagnosis_id: checks.diagnosis_id.result,
    clinician_id: checks.employee.result,
    admission: checks.admission.result,
    discharge: checks.discharge.result,
    system_ids: checks.labels.result,
  };
}

function refused(value: string, message: CellMessage): ImportCell {
  return { value, valid: false, message };
}

function checked<Result>(value: string, result: Result, message: CellMessage | undefined): Checked<Result> {
  return { cell: { value, valid: message === undefined, message }, result };
}

function checkCode(
  code: string,
  { codeKeys }: ImportContext,
  counts: ReadonlyMap<string, number>,
): Checked<string> {
  const refusal = nameRefusal(code);
  if (refusal) return checked(code, code, `code_${refusal}`);
  const key = nameKey(code);
  if ((counts.get(key) ?? 0) > 1) return checked(code, code, 'code_twice_in_file');
  if (codeKeys.has(key)) return checked(code, code, 'code_taken');
  const warning = codeWarning(code, { has: (other) => counts.has(other) || codeKeys.has(other) });
  return { cell: { value: code, valid: true, message: warning && `code_${warning}` }, result: code };
}

function checkDate(
  text: string,
  problemOf: (date: IsoDate) => RecordProblem | undefined = recordDateProblem,
): Checked<IsoDate> {
  return checked(text, text, dateMessage(text) ?? problemOf(text));
}

function checkDischarge(
  text: string,
  admission: IsoDate | undefined,
  today: IsoDate,
): Checked<IsoDate | null> {
  if (text.toLowerCase() === OPEN_END) return checked(text, null, undefined);
  return withFarHint(
    checkDate(text, (date) => dischargeProblem(date, admission)),
    today,
  );
}

/** A valid date far ahead stays valid and gets a hint. */
function withFarHint(date: Checked<IsoDate>, today: IsoDate): Checked<IsoDate> {
  if (!date.cell.valid || !isFarAhead(date.result, today)) return date;
  return { ...date, cell: { ...date.cell, message: 'date_far_ahead' } };
}

function dateMessage(text: string): CellMessage | undefined {
  if (text === '') return 'date_missing';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text))
    return isImpossibleGermanDate(text) ? 'date_impossible' : 'date_format';
  return isIsoDate(text) ? undefined : 'date_impossible';
}

// The English and German words of product 13.1, in lower case.
const genders: ReadonlyMap<string, Gender> = new Map([
  ['female', 'FEMALE'],
  ['weiblich', 'FEMALE'],
  ['male', 'MALE'],
  ['männlich', 'MALE'],
  ['diverse', 'DIVERSE'],
  ['divers', 'DIVERSE'],
]);

function checkGender(text: string): Checked<Gender> {
  const gender = genders.get(text.normalize('NFC').toLowerCase());
  if (gender) return checked(text, gender, undefined);
  return checked(text, 'DIVERSE', text === '' ? 'gender_missing' : 'gender_unknown');
}

function checkDiagnosis(text: string, { diagnosisIds }: ImportContext): Checked<string> {
  const id = text.toUpperCase();
  if (diagnosisIds.has(id)) return checked(text, id, undefined);
  return checked(text, id, text === '' ? 'diagnosis_missing' : 'diagnosis_unknown');
}

function checkEmployee(text: string, { clinicians }: ImportContext): Checked<string> {
  const clinician = clinicians.get(typedNameKey(text));
  if (text === '') return checked(text, '', 'employee_missing');
  if (!clinician) return checked(text, '', 'employee_unknown');
  return checked(text, clinician.id, clinician.enabled ? undefined : 'employee_disabled');
}

const LABELS_INDEX = IMPORT_COLUMNS.indexOf('labels');

/** System-IDs are separated by |. Empty and repeated ones do not count, and a row may have none. */
function checkLabels(row: readonly string[]): Checked<readonly string[]> {
  const text = row.slice(LABELS_INDEX).join(' | ').trim();
  if (row.length > IMPORT_COLUMNS.length) return checked(text, [], 'too_many_cells');
  const parts = text.split('|').map(normalLabel);
  const ids = [...new Set(parts.filter((part) => part !== ''))];
  if (ids.length > MAX_LABELS) return checked(text, ids, 'too_many_labels');
  return checked(text, ids, ids.every(isLabelText) ? undefined : 'label_invalid');
}
