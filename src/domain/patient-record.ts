import { addMonths } from './day-count.ts';
import { isWithin, type IsoDate } from './iso-date.ts';
import type { NameRefusal } from './patient-code.ts';
import { isStorableText } from './storable-text.ts';

/**
 * The rules for a patient's data (product 5.4 and 13.1). API, import and forms use them. The rule for codes and usernames is
 * `nameRefusal`.
 */

export const GENDERS = ['FEMALE', 'MALE', 'DIVERSE'] as const;
export type Gender = (typeof GENDERS)[number];

type DateProblem = 'dates_out_of_range' | 'birth_date_in_future' | 'discharge_not_after_admission';

/** The reasons to refuse a patient's data. `text/patient-record.ts` has the German sentence for each code. */
export type RecordProblem =
  | DateProblem
  | `code_${Exclude<NameRefusal, 'missing'>}`
  | 'code_taken'
  | 'diagnosis_unknown';

const RECORD_DATES = { start: '1900-01-01', end: '2200-12-31' };

/** Dates lie between 1900 and 2200. A mistyped century would otherwise plan thousands of windows. */
export function isRecordDate(date: IsoDate): boolean {
  return isWithin(date, RECORD_DATES);
}

export function recordDateProblem(date: IsoDate): DateProblem | undefined {
  return isRecordDate(date) ? undefined : 'dates_out_of_range';
}

export function birthDateProblem(birthDate: IsoDate, today: IsoDate): DateProblem | undefined {
  return birthDate > today ? 'birth_date_in_future' : recordDateProblem(birthDate);
}

const YEARS_AHEAD = 5;

/**
 * Is the date of a therapy more than five years ahead? It may be right, so it is asked about and not refused. People type
 * 2099 for an end that they do not know.
 */
export function isFarAhead(date: IsoDate, today: IsoDate): boolean {
  return date > addMonths(today, 12 * YEARS_AHEAD);
}

/** An open end of the therapy where a date is written as text: in the import file and in the address of the preview. */
export const OPEN_END = 'offen';

/** `discharge` is null while the end of the therapy is open. Pass undefined as `admission` while it is not a valid date. */
export function dischargeProblem(
  discharge: IsoDate | null,
  admission: IsoDate | undefined,
): DateProblem | undefined {
  if (discharge === null) return undefined;
  const isTooEarly = admission !== undefined && discharge <= admission;
  return recordDateProblem(discharge) ?? (isTooEarly ? 'discharge_not_after_admission' : undefined);
}

export const LABEL_KEYS = ['THERAPY_END_REASON', 'THERAPY_END_SESSION_COUNT', 'CLUSTER'] as const;
export const THERAPY_END_REASONS = [
  'REGULAR_ENDING',
  'EARLY_TERMINATION_BY_MUTUAL_AGREEMENT',
  'TERMINATION_BY_PATIENT',
  'TERMINATION_BY_THERAPIST',
] as const;

/** CLUSTER is a System-ID and may occur several times; every other key occurs at most once. */
type Label = { key: (typeof LABEL_KEYS)[number]; value: string };

/**
 * For so long an admin can take a transfer of patients back (product 2.17): long enough to notice a mistake, and not so long that
 * the patients have begun to work with another clinician.
 */
export const DAYS_TO_UNDO_TRANSFER = 14;

/** The most access sheets of one call. */
export const MAX_ACCESS_SHEETS = 500;

export const MAX_LABELS = 50;
export const MAX_LABEL_LENGTH = 255;

/** The form in which a label is compared and stored. */
export function normalLabel(text: string): string {
  return text.trim().normalize('NFC');
}

/** A label is one line of well-formed text with at most 255 UTF-16 units. */
export function isLabelText(text: string): boolean {
  return text.length <= MAX_LABEL_LENGTH && !/\p{Cc}/u.test(text) && isStorableText(text);
}

/** Does the value fit the key? A reason must be known, a session count must be a number. */
export function isLabelValue({ key, value }: Label): boolean {
  if (key === 'THERAPY_END_REASON') return (THERAPY_END_REASONS as readonly string[]).includes(value);
  if (key === 'THERAPY_END_SESSION_COUNT') return /^\d{1,5}$/.test(value);
  return true;
}

/** The indexes of labels that repeat a key although the key may occur only once. */
export function repeatedLabels(labels: readonly Label[]): number[] {
  const keys = labels.map(({ key }) => key);
  return keys.flatMap((key, index) => (key !== 'CLUSTER' && keys.indexOf(key) < index ? index : []));
}

/** The labels without repetitions. */
export function distinctLabels<L extends Label>(labels: readonly L[]): L[] {
  return [...new Map(labels.map((label) => [`${label.key} ${label.value}`, label])).values()];
}
