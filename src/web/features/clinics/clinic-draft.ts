import type { Answer } from '../../../contract/routes.ts';
import { session } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import type { ClinicValues } from './clinic-form.ts';

/** Unsaved changes of the section "Klinik", and the settings that they were made from. They outlive a closed section and another page, until the logout. */
export const clinicDraft = createStore<{ values: ClinicValues; base: Answer<'getClinicSettings'> } | null>(
  null,
);

// The browser asks before it closes or reloads a page with unsaved changes.
const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

clinicDraft.subscribe(() => {
  if (clinicDraft.get()) addEventListener('beforeunload', askBeforeUnload);
  else removeEventListener('beforeunload', askBeforeUnload);
});

session.subscribe(() => {
  if (!session.get()) clinicDraft.set(null);
});
