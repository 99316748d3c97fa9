import { useState } from 'react';
import type { AdminPatient } from '../../../contract/patients.ts';

/**
 * The patient of a modal as the list has them now. Where they have left the list, `isGone`, and what was last known of
 * them: a form that is being filled in stays.
 */
export function useListedPatient<Patient extends AdminPatient>(patients: readonly Patient[], id: string) {
  const listed = patients.find((patient) => patient.id === id);
  const [last, setLast] = useState(listed);
  if (listed && listed !== last) setLast(listed);
  return { patient: listed ?? last, isGone: listed === undefined };
}
