import { sealAudit } from '../audit/sealer.ts';
import { withoutTenant, withTenant } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import { erasePatient } from './erase.ts';
import * as queries from './queries.ts';

const AT_A_TIME = 10;
const retention: queries.Eraser = { role: 'system', requestId: 'retention' };

/**
 * Erases every patient whose last window ended longer ago than their clinic keeps them (R66); gives how many. In small
 * steps, so that it can be `stopped` between them; any number of processes may do it at once.
 */
export async function eraseDuePatients(
  { pool, keys, log, today }: Pick<Services, 'pool' | 'keys' | 'log' | 'today'>,
  stopped: AbortSignal = new AbortController().signal,
): Promise<number> {
  const clinics = await withoutTenant(pool, queries.clinicsWithRetention);
  // What is not sealed yet could not be emptied.
  if (clinics.length > 0) await sealAudit(pool);
  let erased = 0;
  for (const { id: clinic, months } of clinics) {
    for (let more = AT_A_TIME; more === AT_A_TIME && !stopped.aborted; erased += more) {
      more = await withTenant(pool, clinic, async (db) => {
        const due = await queries.lockDuePatients(db, clinic, { months, today: today(), most: AT_A_TIME });
        for (const patient of due) await erasePatient(db, keys, patient, retention);
        return due.length;
      });
      if (more > 0)
        log.info({ clinic, erased: more }, 'patients were erased after the time their clinic keeps them');
    }
  }
  return erased;
}
