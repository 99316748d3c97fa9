import { type Edits, revisionOf } from '../src/server/edits/edits.ts';
import type { Services } from '../src/server/services.ts';
import { inClinic } from './builders.ts';

/** The revision that a list names for a patient now. */
export async function presentRevision(
  services: Services,
  { clinicId, id }: { clinicId: string; id: string },
): Promise<string> {
  const { edits } = await inClinic(services, clinicId, (db) =>
    db.selectFrom('patients').select('edits').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return revisionOf(edits as Edits);
}
