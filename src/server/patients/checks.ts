import type { FieldCode } from '../../contract/fields.ts';
import type { Label } from '../../contract/patients.ts';
import { nameRefusal } from '../../domain/patient-code.ts';
import type { IsoDate } from '../../domain/iso-date.ts';
import {
  birthDateProblem,
  dischargeProblem,
  recordDateProblem,
  repeatedLabels,
} from '../../domain/patient-record.ts';
import { AppError } from '../settings/app-error.ts';
import type { User } from '../http/context.ts';
import { fieldError } from '../http/parse.ts';

export type Refused = { path: string; code: FieldCode };

type Dates = { birthDate: IsoDate; birthDatePath: string; admission: IsoDate; discharge: IsoDate | null };

/** The refused dates of a patient. The schema has made sure that each is a date. */
export function dateErrors(dates: Dates, today: IsoDate): Refused[] {
  const { birthDate, birthDatePath } = dates;
  const code = birthDateProblem(birthDate, today);
  return [...(code ? [{ path: birthDatePath, code }] : []), ...therapyDateErrors(dates)];
}

/** The refused dates of a therapy. */
export function therapyDateErrors({
  admission,
  discharge,
}: Pick<Dates, 'admission' | 'discharge'>): Refused[] {
  const problems = [
    { path: 'admission', code: recordDateProblem(admission) },
    { path: 'discharge', code: dischargeProblem(discharge, admission) },
  ];
  return problems.flatMap(({ path, code }) => (code ? { path, code } : []));
}

/** A code from before the rule of record 054 may stay, a new one keeps the rule. */
export function codeErrors(code: string, before: string): Refused[] {
  return nameRefusal(code, before) === 'unusual_letters' ? [{ path: 'code', code: 'code_letters' }] : [];
}

export function labelErrors(labels: readonly Label[]): Refused[] {
  return repeatedLabels(labels).map((index) => ({ path: `labels.${index}`, code: 'label_invalid' }));
}

/** Refuses the request and names every refused field; does nothing when there is none. */
export function refuseFields(refused: readonly Refused[]): void {
  if (refused.length === 0) return;
  throw new AppError('invalid_request', {
    errors: refused.map(({ path, code }) => fieldError(path, code)),
  });
}

/** A clinician reaches only the own patients, an admin every patient of the clinic (R17, R19). */
export function ownScope({ role, userId }: User): string | undefined {
  return role === 'clinician' ? userId : undefined;
}
