import { session } from '../../api/session.ts';
import { createStore } from '../../api/store.ts';
import { plainView } from '../../ui/table-rows.ts';

/** What the patient table is sorted and filtered by, for as long as the user is signed in. In memory only (R61). */
export const patientTableView = createStore(plainView);

session.subscribe(() => {
  if (!session.get()) patientTableView.set(plainView);
});
