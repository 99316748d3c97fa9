import { type RefObject, useEffect } from 'react';
import { createStore } from '../../api/store.ts';

/** The patient whose report the clinician just left. The row of this patient takes the focus. */
export const returnedFrom = createStore<string | null>(null);

/** Gives the focus to the control of the patient whose report was left, once. */
export function useFocusOnReturn(patientId: string, control: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (returnedFrom.get() !== patientId) return;
    control.current?.focus();
    returnedFrom.set(null);
  }, [patientId, control]);
}
