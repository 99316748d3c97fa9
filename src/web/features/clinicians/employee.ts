import type { Answer, RouteName } from '../../../contract/routes.ts';

/** A clinician as the admin's list has them. */
export type Employee = Answer<'listCliniciansWithCounts'>['clinicians'][number];

/** What shows the name, the state or the patients of a clinician, and is loaded anew when one of these changes. */
export const clinicianLists = [
  'listCliniciansWithCounts',
  'listClinicians',
  'listClinicPatients',
  'listPatientsOfClinician',
] as const satisfies readonly RouteName[];
