import { type RefObject, useEffect } from 'react';
import type { Waiting } from '../../../domain/worklist.ts';
import { session } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import { filteredBy, plainView } from '../../ui/table-rows.ts';
import { forgetLastView, lastView } from './table-memory.ts';

/** Order and filters of the patient table until the end of the session. Typed texts stay in memory only (R61). */
export const patientTableView = createStore({ ...plainView, ...lastView() });

/** The patient whose report the clinician just left. The row of this patient takes the focus. */
export const returnedFrom = createStore<string | null>(null);

session.subscribe(() => {
  if (session.get()) return;
  patientTableView.set(plainView);
  forgetLastView();
  returnedFrom.set(null);
});

/** The row of this patient stays until the filters change, also when reading a report changes what the row says. */
export function keepInTable(patientId: string): void {
  const view = patientTableView.get();
  // Without a filter all rows stay, and a new view makes the table compute them all again.
  if (view.preset === null && Object.keys(view.filters).length === 0) return;
  if (!view.kept.includes(patientId)) patientTableView.set({ ...view, kept: [...view.kept, patientId] });
}

/** Shows only the patients of whom this waits, whatever was filtered before; null shows all again. */
export function showWaiting(preset: Waiting | null): void {
  patientTableView.set({ ...filteredBy(patientTableView.get(), plainView.filters), preset });
}

/** Gives the focus to the control of the patient whose report was left, once. */
export function useFocusOnReturn(patientId: string, control: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (returnedFrom.get() !== patientId) return;
    control.current?.focus();
    returnedFrom.set(null);
  }, [patientId, control]);
}
