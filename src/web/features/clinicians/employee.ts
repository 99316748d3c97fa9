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
