import { formatIsoDate, type IsoDate } from '../../../domain/iso-date.ts';
import { deputyText as text } from '../../../text/clinicians.ts';
import type { Answer, RouteName } from '../../../contract/routes.ts';

/** A clinician of the admin's list. */
export type Employee = Answer<'listCliniciansWithCounts'>['clinicians'][number];

/** The lists with the name, the state or the patients of a clinician. A change of a clinician makes them stale. */
export const clinicianLists = [
  'listCliniciansWithCounts',
  'listClinicians',
  'listClinicPatients',
  'listPatientsOfClinician',
  'listTransfers',
] as const satisfies readonly RouteName[];

/** A deputyship that runs today or later. One whose days are over counts as none. */
export type Deputyship = NonNullable<Employee['deputy']> & { isRunning: boolean };

export function deputyshipOf({ deputy }: Pick<Employee, 'deputy'>, today: IsoDate): Deputyship | null {
  if (!deputy || deputy.until < today) return null;
  return { ...deputy, isRunning: deputy.from <= today };
}

/** Whether the deputy of today or of later days cannot log in, so that events would reach no clinician. */
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
