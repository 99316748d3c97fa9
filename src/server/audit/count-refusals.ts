import { withTenant } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { appendAudit, lockNamedPatients } from './queries.ts';
import { RecentRefusals, type CountedRefusals } from './refusals.ts';

const ofDatabase = new WeakMap<Services['pool'], RecentRefusals>();

/** The refusals that this process counts for the audit trail of this database (R64). */
export function recentRefusals({ pool }: Pick<Services, 'pool'>): RecentRefusals {
  const recent = ofDatabase.get(pool) ?? new RecentRefusals();
  ofDatabase.set(pool, recent);
  return recent;
}

/** Writes a row for the further refusals of each minute that is over (R64); with `now` at infinity, for all. */
export async function writeCountedRefusals(services: Services, now = services.now()): Promise<void> {
  const recent = recentRefusals(services);
  const due = recent.takeDue(now);
  for (const [index, counted] of due.entries()) {
    try {
      await writeCount(services, counted);
    } catch (error) {
      // The next run tries them again.
      for (const { refusal, count } of due.slice(index)) recent.count(refusal, count, 0);
      throw error;
    }
  }
}

// A patient who was erased since the refusal is not named again (R66).
async function writeCount({ pool }: Services, { refusal, count }: CountedRefusals): Promise<void> {
  const { clinicId, actor, entry, request } = refusal;
  await withTenant(pool, clinicId, async (db) => {
    const isPatient = actor.role === 'patient' && actor.userId !== null;
    const named = [...(isPatient ? [actor.userId] : []), ...(entry.patientId ? [entry.patientId] : [])];
    const isErased = (await lockNamedPatients(db, clinicId, named)) < new Set(named).size;
    const { patientId: _patient, ...nameless } = entry;
    const row = isErased ? nameless : entry;
    const shown = isErased && isPatient ? { ...actor, userId: null } : actor;
    await appendAudit(db, shown, request, { ...row, count });
  });
}
