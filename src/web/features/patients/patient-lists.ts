import type { RouteName } from '../../../contract/routes.ts';

/** The lists that a change of a patient makes stale. */
export const patientLists = [
  'listOwnPatients',
  'listClinicPatients',
  'listCliniciansWithCounts',
] as const satisfies readonly RouteName[];
