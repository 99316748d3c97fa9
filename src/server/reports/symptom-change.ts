import type { SymptomChange } from '../../domain/window-types.ts';
import { clinicsWithWork } from '../database/across-queries.ts';
import { withoutTenant, withTenant, type Db } from '../database/transaction.ts';
import type { SessionKey } from '../database/row-keys.ts';
import { servicesOf, type Services } from '../services.ts';
import { pinnedPlan } from '../surveys/pinned-plan.ts';
import { listMeasurements } from './measurements.ts';
import { findReportSession } from './queries.ts';
import { newestSymptomChanges } from './report-data.ts';
import { lockUnjudged, noteChange } from './symptom-change-queries.ts';

const AT_ONCE = 50;

/**
 * Judges the finished sessions that wait for it: whether a symptom scale changed reliably since the measurement before, as
 * the report says it. Extensions judge them in the same transaction. Several processes may run it at once.
 */
export async function judgeSymptomChanges(services: Services, stopped?: AbortSignal): Promise<void> {
  const clinics = await withoutTenant(services.pool, (db) => clinicsWithWork(db, 'unjudged_sessions'));
  for (const { id } of clinics) {
    for (;;) {
      if (stopped?.aborted) return;
      const judged = await withTenant(services.pool, id, (db) => judgeSome(db, services, id));
      if (judged < AT_ONCE) break;
    }
  }
}

/** Judges some of the sessions that wait in a clinic. Returns their number. */
export async function judgeSome(db: Db, services: Services, clinicId: string): Promise<number> {
  const waiting = await lockUnjudged(db, clinicId, AT_ONCE);
  const ofClinic = await servicesOf(db, services, clinicId);
  for (const sessionId of waiting) {
    const key = { clinicId, sessionId };
    await noteChange(db, key, await judge(db, ofClinic, key));
  }
  return waiting.length;
}

async function judge(db: Db, services: Services, key: SessionKey): Promise<SymptomChange> {
  const session = await findReportSession(db, key);
  if (!session) return 'none';
  const { instruments, condition_severity, skips } = await pinnedPlan(db, services, session);
  const { points } = await listMeasurements(db, services, key.clinicId, { ...session, skips });
  for (const extension of services.extensions)
    await extension.judge?.(db, services, { ...session, ...key, instruments, points });
  if (condition_severity === 'off') return 'none';
  const kinds = newestSymptomChanges({ instruments, points });
  if (kinds.includes('worse')) return 'worse';
  return kinds.includes('improved') || kinds.includes('recovered') ? 'better' : 'none';
}
