import { formatIsoDate, type IsoDate } from '../../../domain/iso-date.ts';
import { deputyText as text } from '../../../text/clinicians.ts';
import { fieldText } from '../../../text/fields.ts';
import { dateProblemText } from '../../../text/ui.ts';
import { fieldErrorsOf } from '../../api/failure.ts';
import type { Problems } from '../../api/form.ts';
import { readTypedDate } from '../../ui/date-text.ts';
import type { Employee } from './employee.ts';

/** A deputyship that runs today or later. One whose days are over counts as none. */
export type Deputyship = NonNullable<Employee['deputy']> & { isRunning: boolean };

export function deputyshipOf({ deputy }: Pick<Employee, 'deputy'>, today: IsoDate): Deputyship | null {
  if (!deputy || deputy.until < today) return null;
  return { ...deputy, isRunning: deputy.from <= today };
}

/** Whether the deputy of today or of later days cannot log in, so that events would reach nobody. */
export function hasDisabledDeputy(
  employee: Employee,
  employees: readonly Employee[],
  today: IsoDate,
): boolean {
  const deputyId = deputyshipOf(employee, today)?.deputy_id;
  return employee.enabled && employees.some(({ id, enabled }) => id === deputyId && !enabled);
}

/** The days of a deputyship as words. A year that both days share is said once. */
export function daysText({ from, until }: Pick<Deputyship, 'from' | 'until'>): string {
  const isSameYear = from.slice(0, 4) === until.slice(0, 4) && from !== until;
  const first = formatIsoDate(from);
  return text.days(isSameYear ? first.slice(0, -4) : first, formatIsoDate(until));
}

export type DeputyValues = { deputy: string; from: string; until: string };

/** The problems of a deputyship in the form. The server checks the same again. */
export function deputyProblems(values: DeputyValues, today: IsoDate): Problems<DeputyValues> {
  const [from, until] = [readTypedDate(values.from), readTypedDate(values.until)];
  const problems: Problems<DeputyValues> = {
    deputy: values.deputy === '' ? text.missing : undefined,
    from: from.kind === 'date' ? undefined : dateProblemText[from.kind],
    until: until.kind === 'date' ? undefined : dateProblemText[until.kind],
  };
  if (from.kind !== 'date' || until.kind !== 'date') return problems;
  const areDaysValid = until.iso >= from.iso && until.iso >= today;
  return { ...problems, until: areDaysValid ? undefined : fieldText.deputy_days_invalid };
}

/** What is sent for values without a problem. */
export function deputyBody({ deputy, from, until }: DeputyValues) {
  return { deputy_id: deputy, from: isoOf(from), until: isoOf(until) };
}

function isoOf(typed: string): IsoDate {
  const date = readTypedDate(typed);
  return date.kind === 'date' ? date.iso : '';
}

/** The server's sentences at the fields of the form. */
export function refusedDeputy(error: unknown): Problems<DeputyValues> {
  const { deputy_id: deputy, from, until } = fieldErrorsOf(error);
  return { deputy: deputy?.message, from: from?.message, until: until?.message };
}
