import { type Edits, revisionOf } from '../src/server/http/edits.ts';
import type { Services } from '../src/server/services.ts';
import { inClinic } from './builders.ts';

type Of = { clinicId: string; id: string };

/** The revision that the lists name now for a patient, or for a clinician. */
export async function presentRevision(
  services: Services,
  { clinicId, id }: Of,
  table: 'patients' | 'accounts' = 'patients',
): Promise<string> {
  const { edits } = await inClinic(services, clinicId, (db) =>
    db.selectFrom(table).select('edits').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return revisionOf(edits as Edits);
}
