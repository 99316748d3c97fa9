import type { RouteName } from '../../../contract/routes.ts';

/** The lists that are stale after a change of a patient. */
export const patientLists = [
  'listOwnPatients',
  'listClinicPatients',
  'listCliniciansWithCounts',
] as const satisfies readonly RouteName[];
