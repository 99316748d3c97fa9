import type { Protocol } from '../../domain/protocol.ts';
import { windowChanges } from '../../domain/window-changes.ts';
import { surveyWindows } from '../../domain/windows.ts';
import { operator, terminal } from '../audit/operator.ts';
import { appendAudit } from '../audit/queries.ts';
import { withTenant } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { closeWindows, countOpenSurveys, lockPatientsWithWindows } from './protocol-queries.ts';
import { upsertWindows } from './queries.ts';

const PATIENTS_AT_A_TIME = 200;

/** What a protocol changes in a clinic. */
export type AppliedProtocol = {
  patients: number;
  patients_changed: number;
  windows_added: number;
  windows_moved: number;
  windows_closed: number;
  /** Begun surveys go on with the questionnaires and windows that they began with. */
  surveys_open: number;
};

/**
 * Brings the windows of a clinic's patients to a protocol, in small steps beside running servers; an interrupted run can be
 * started again. With `isTrial` it only counts.
 */
export async function applyProtocol(
  { pool, today }: Pick<Services, 'pool' | 'today'>,
  clinicId: string,
  { protocol, isTrial }: { protocol: Protocol; isTrial: boolean },
): Promise<AppliedProtocol> {
  const day = today();
  const surveys_open = await withTenant(pool, clinicId, (db) => countOpenSurveys(db, clinicId, day));
  const total = { patients: 0, patients_changed: 0, windows_added: 0, windows_moved: 0, windows_closed: 0 };
  for (let after: string | undefined; ;) {
    const seen = await withTenant(pool, clinicId, async (db) => {
      const patients = await lockPatientsWithWindows(db, clinicId, { after, most: PATIENTS_AT_A_TIME });
      const changed = patients
        .map(({ id, admission, discharge, windows }) => ({
          patientId: id,
          ...windowChanges(windows, surveyWindows(protocol, admission, discharge, day), day),
        }))
        .filter(({ added, moved, closed }) => added.length + moved.length + closed.length > 0);
      total.patients += patients.length;
      total.patients_changed += changed.length;
      for (const { added, moved, closed } of changed) {
        total.windows_added += added.length;
        total.windows_moved += moved.length;
        total.windows_closed += closed.length;
      }
      if (isTrial || changed.length === 0) return patients;
      for (const { patientId, closed } of changed)
        if (closed.length > 0) await closeWindows(db, { clinicId, patientId }, closed);
      const written = changed.map(({ patientId, added, moved }) => ({
        patientId,
        windows: [...added, ...moved],
      }));
      await upsertWindows(db, clinicId, written);
      const objectId = `${protocol.id} ${protocol.version}`;
      await appendAudit(db, operator, terminal, {
        action: 'protocol_applied',
        objectId,
        count: changed.length,
      });
      return patients;
    });
    if (seen.length < PATIENTS_AT_A_TIME) return { ...total, surveys_open };
    after = seen.at(-1)?.id;
  }
}
