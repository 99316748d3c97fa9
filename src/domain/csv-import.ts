import { compareIsoDates, isIsoDate, isRecordDate } from './iso-date.ts';
import type { IsoDate } from './iso-date.ts';
import { isLabelText } from './label.ts';
import { codeWarning, nameKey, nameRefusal } from './patient-code.ts';
import type { CodeWarning, NameRefusal } from './patient-code.ts';

/** Bulk import of patients (product 13): checks rows that are read already. Pure, for server and browser. */

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

/** Why a whole file is refused, by the codes of the API: 400, 406, 415, 413. */
export type CsvRefusal = 'csv_not_utf8' | 'csv_has_bom' | 'csv_wrong_format' | 'too_large';

export const CELL_MESSAGES = [
  'cell_missing',
  'too_many_cells',
  'code_missing',
  'code_too_long',
  'code_special_characters',
  'code_twice_in_file',
  'code_taken',
  'code_short',
  'code_sequential',
  'date_missing',
  'date_format',
  'date_impossible',
  'date_out_of_range',
  'birth_date_in_future',
  'discharge_not_after_admission',
  'gender_missing',
  'gender_unknown',
  'diagnosis_missing',
  'diagnosis_unknown',
  'employee_missing',
  'employee_unknown',
  'employee_disabled',
  'label_invalid',
  'too_many_labels',
] as const;
export type CellMessage = (typeof CELL_MESSAGES)[number];

/** A cell as the check table shows it. A valid cell may carry a message, too: a warning (R52). */
export type ImportCell = {
  readonly value: string;
  readonly valid: boolean;
  readonly message: CellMessage | undefined;
};

export type Gender = 'FEMALE' | 'MALE' | 'DIVERSE';

/** A patient as it will be stored; `system_ids` become labels with the key CLUSTER. */
export type ImportRecord = {
  readonly code: string;
  readonly date_of_birth: IsoDate;
  readonly gender: Gender;
  readonly diagnosis_id: string;
  readonly clinician_id: string;
  readonly admission: IsoDate;
  readonly discharge: IsoDate;
  readonly system_ids: readonly string[];
};

/** Eight cells, one per column; a record where all of them are valid. */
export type CheckedRow = { readonly cells: readonly ImportCell[]; readonly record: ImportRecord | undefined };

/** What a file is checked against; every key of codes and clinicians is a `nameKey`. */
export type ImportContext = {
  readonly today: IsoDate;
  readonly codeKeys: ReadonlySet<string>;
  readonly clinicians: ReadonlyMap<string, { readonly id: string; readonly enabled: boolean }>;
  readonly diagnosisIds: ReadonlySet<string>;
};

/** Is it the header row that an import file must start with? Case and blanks around the names do not matter. */
export function isImportHeader(cells: readonly string[]): boolean {
  if (cells.length !== IMPORT_COLUMNS.length) return false;
  return IMPORT_COLUMNS.every((column, index) => cells[index]?.trim().toLowerCase() === column);
}

/** How often each code (by `nameKey`) stands in the rows. */
export function countCodes(rows: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [code = ''] of rows) {
    const key = nameKey(code.trim());
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/**
 * Checks one row. `codeCounts` are those of the whole file (`countCodes`): a code that stands twice is refused in both
 * places, because nobody can say which one is meant.
 */
export function checkRow(
  row: readonly string[],
  context: ImportContext,
  codeCounts: ReadonlyMap<string, number>,
): CheckedRow {
  const value = (column: ImportColumn) => (row[IMPORT_COLUMNS.indexOf(column)] ?? '').trim();
  const checks = {
    code: checkCode(value('code').normalize('NFC'), context, codeCounts),
    birth_date: checkBirthDate(value('birth_date'), context.today),
    gender: checkGender(value('gender')),
    diagnosis_id: checkDiagnosis(value('diagnosis_id'), context),
    employee: checkEmployee(value('employee'), context),
    admission: checkDate(value('admission')),
    discharge: checkDischarge(value('discharge'), value('admission')),
    labels: checkLabels(row),
  };
  const cells = IMPORT_COLUMNS.map((column, index) =>
    index >= row.length && column !== 'labels' ? refused('', 'cell_missing') : checks[column].cell,
  );
  if (!cells.every(({ valid }) => valid)) return { cells, record: undefined };
  return { cells, record: recordOf(checks) };
}

/** A checked cell; `result` is what will be stored and means nothing while the cell is not valid. */
type Checked<Result> = { readonly cell: ImportCell; readonly result: Result };
type Checks = {
  readonly gender: Checked<Gender>;
  readonly labels: Checked<readonly string[]>;
} & Readonly<Record<Exclude<ImportColumn, 'gender' | 'labels'>, Checked<string>>>;

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

const codeMessages = {
  missing: 'code_missing',
  too_long: 'code_too_long',
  special_characters: 'code_special_characters',
  short: 'code_short',
  sequential: 'code_sequential',
} as const satisfies Record<NameRefusal | CodeWarning, CellMessage>;

function checkCode(
  code: string,
  { codeKeys }: ImportContext,
  counts: ReadonlyMap<string, number>,
): Checked<string> {
  const key = nameKey(code);
  const refusal = nameRefusal(code);
  if (refusal) return checked(code, code, codeMessages[refusal]);
  if ((counts.get(key) ?? 0) > 1) return checked(code, code, 'code_twice_in_file');
  if (codeKeys.has(key)) return checked(code, code, 'code_taken');
  const warning = codeWarning(code, { has: (other) => counts.has(other) || codeKeys.has(other) });
  const message = warning && codeMessages[warning];
  return { cell: { value: code, valid: true, message }, result: code };
}

function checkDate(text: string): Checked<IsoDate> {
  return checked(text, text, dateMessage(text));
}

function dateMessage(text: string): CellMessage | undefined {
  if (text === '') return 'date_missing';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return 'date_format';
  if (!isIsoDate(text)) return 'date_impossible';
  return isRecordDate(text) ? undefined : 'date_out_of_range';
}

function checkBirthDate(text: string, today: IsoDate): Checked<IsoDate> {
  const message =
    dateMessage(text) ?? (compareIsoDates(text, today) > 0 ? 'birth_date_in_future' : undefined);
  return checked(text, text, message);
}

function checkDischarge(text: string, admission: string): Checked<IsoDate> {
  const tooEarly = isIsoDate(admission) && isIsoDate(text) && compareIsoDates(text, admission) <= 0;
  return checked(text, text, dateMessage(text) ?? (tooEarly ? 'discharge_not_after_admission' : undefined));
}

// Both forms of product 13, in any case.
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
  const clinician = clinicians.get(nameKey(text));
  if (text === '') return checked(text, '', 'employee_missing');
  if (!clinician) return checked(text, '', 'employee_unknown');
  return checked(text, clinician.id, clinician.enabled ? undefined : 'employee_disabled');
}

const LABELS_INDEX = IMPORT_COLUMNS.indexOf('labels');
const MAX_LABELS = 50;

/** System-IDs separated by |; blanks and repetitions are left out. Labels may be missing altogether. */
function checkLabels(row: readonly string[]): Checked<readonly string[]> {
  const text = row.slice(LABELS_INDEX).join(' | ').trim();
  if (row.length > IMPORT_COLUMNS.length) return checked(text, [], 'too_many_cells');
  const parts = text.split('|').map((part) => part.trim().normalize('NFC'));
  const ids = [...new Set(parts.filter((part) => part !== ''))];
  if (ids.length > MAX_LABELS) return checked(text, ids, 'too_many_labels');
  return checked(text, ids, ids.every(isLabelText) ? undefined : 'label_invalid');
}
