import type { Answer, RouteName } from '../../../contract/routes.ts';

/** A clinician as in the admin's list. */
export type Employee = Answer<'listCliniciansWithCounts'>['clinicians'][number];

/** The lists that show the name, the state or the patients of a clinician: a change of these makes them stale. */
export const clinicianLists = [
  'listCliniciansWithCounts',
  'listClinicians',
  'listClinicPatients',
  'listPatientsOfClinician',
] as const satisfies readonly RouteName[];
