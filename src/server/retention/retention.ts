import { sealAudit } from '../audit/sealer.ts';
import { withoutTenant, withTenant } from '../db/transaction.ts';
import type { Services } from '../services.ts';
import { erasePatient } from './erase.ts';
import * as queries from './queries.ts';

const AT_A_TIME = 10;
const retention: queries.Eraser = { role: 'system', requestId: 'retention' };

/**
 * Erases every patient whose retention time is over (R66). Returns their number. It works in small steps and stops between
 * them if `stopped` is set. Several processes may run it at once.
 */
export async function eraseDuePatients(
  { pool, keys, log, today }: Pick<Services, 'pool' | 'keys' | 'log' | 'today'>,
  stopped: AbortSignal = new AbortController().signal,
): Promise<number> {
  const clinics = await withoutTenant(pool, queries.clinicsWithRetention);
  // Erasing empties sealed rows only, so the waiting rows are sealed first.
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
