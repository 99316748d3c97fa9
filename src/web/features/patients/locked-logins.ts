import { createContext, useContext } from 'react';
import type { LockedLogin } from '../../../contract/patients.ts';

/** The codes of the list that unknown devices have to wait with (R46), for rows and dialogs of the patients. */
export const LockedLogins = createContext<readonly LockedLogin[]>([]);

export function useLock(patientId: string): LockedLogin | undefined {
  return useContext(LockedLogins).find(({ patient_id }) => patient_id === patientId);
}
