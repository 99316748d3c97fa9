import type { FieldCode } from '../../contract/fields.ts';
import type { Label } from '../../contract/patients.ts';
import { isRecordDate, type IsoDate } from '../../domain/iso-date.ts';
import { AppError } from '../app-error.ts';
import { fieldError } from '../http/parse.ts';

export type Refused = { path: string; code: FieldCode };

type Dates = { birthDate: IsoDate; birthDatePath: string; admission: IsoDate; discharge: IsoDate };

/** What is wrong with the dates of a patient (product 5 and 13); the schema knows already that they exist. */
export function dateErrors(dates: Dates, today: IsoDate): Refused[] {
  const { birthDate, birthDatePath, admission, discharge } = dates;
  const refused: Refused[] = [];
  if (birthDate > today) refused.push({ path: birthDatePath, code: 'birth_date_in_future' });
  else if (!isRecordDate(birthDate)) refused.push({ path: birthDatePath, code: 'dates_out_of_range' });
  if (!isRecordDate(admission)) refused.push({ path: 'admission', code: 'dates_out_of_range' });
  if (!isRecordDate(discharge)) refused.push({ path: 'discharge', code: 'dates_out_of_range' });
  else if (discharge <= admission) refused.push({ path: 'discharge', code: 'discharge_not_after_admission' });
  return refused;
}

/** Every key but CLUSTER may stand once. */
export function labelErrors(labels: readonly Label[]): Refused[] {
  const keys = labels.map(({ key }) => key);
  return keys.flatMap((key, index) =>
    key !== 'CLUSTER' && keys.indexOf(key) < index
      ? { path: `labels.${index}`, code: 'label_invalid' as const }
      : [],
  );
}

/** The labels with each System-ID once, as the import takes them. */
export function distinctLabels(labels: readonly Label[]): Label[] {
  return [...new Map(labels.map((label) => [`${label.key} ${label.value}`, label])).values()];
}

/** Refuses the request with every field that is wrong; goes on where none is. */
export function refuseFields(refused: readonly Refused[]): void {
  if (refused.length === 0) return;
  throw new AppError('invalid_request', {
    errors: refused.map(({ path, code }) => fieldError(path, code)),
  });
}
