import type { IsoDate } from '../../domain/iso-date.ts';
import { protocolWindow, type Protocol } from '../../domain/protocol.ts';
import { windowChanges } from '../../domain/window-changes.ts';
import { repeatedRange, surveyWindows, type SurveyWindow } from '../../domain/windows.ts';
import { listClinics } from '../clinics/queries.ts';
import { type Db, withoutTenant, withTenant } from '../database/transaction.ts';
import { type Services, servicesOf } from '../services.ts';
import { lockPatientsWithWindows, mayLackWindows, type PatientInTherapy } from './protocol-queries.ts';
import { upsertWindows } from './queries.ts';

const PATIENTS_AT_A_TIME = 200;

/** Adds the repeated windows that came into reach since the last run, for therapies whose end is open or far ahead (record 273). */
export async function extendWindows(services: Services, stopped: AbortSignal): Promise<void> {
  for (const { id } of await withoutTenant(services.pool, listClinics)) {
    for (let after: string | undefined; !stopped.aborted;) {
      const seen = await withTenant(services.pool, id, async (db) => {
        const { protocol } = (await servicesOf(db, services, id)).registry;
        return extendSome(db, id, { protocol, after, today: services.today() });
      });
      if (seen.length < PATIENTS_AT_A_TIME) break;
      after = seen.at(-1)?.id;
    }
  }
}

async function extendSome(
  db: Db,
  clinicId: string,
  { protocol, after, today }: { protocol: Protocol; after: string | undefined; today: IsoDate },
): Promise<readonly PatientInTherapy[]> {
  const repeated = protocolWindow(protocol, 'INTERMEDIATE');
  if (!repeated) return [];
  const { repeat_every_months: months = 0, repeat_every_weeks: weeks = 0 } = repeated;
  const only = mayLackWindows(repeatedRange(today).end, { months, weeks });
  const patients = await lockPatientsWithWindows(db, clinicId, { after, most: PATIENTS_AT_A_TIME, only });
  const added = patients
    .map((patient) => ({ patientId: patient.id, windows: extension(patient, protocol, today) }))
    .filter(({ windows }) => windows.length > 0);
  if (added.length > 0) await upsertWindows(db, clinicId, added);
  return patients;
}

/** The windows to add behind the last repeated one. What lies before it stays as it is. */
function extension(
  { admission, discharge, windows }: PatientInTherapy,
  protocol: Protocol,
  today: IsoDate,
): readonly SurveyWindow[] {
  const stored = windows.filter(({ type }) => type === 'INTERMEDIATE');
  const last = stored.reduce((latest, { start }) => (start > latest ? start : latest), '');
  const { added } = windowChanges(windows, surveyWindows(protocol, admission, discharge, today), today);
  return added.filter(({ type, start }) => type === 'INTERMEDIATE' && start > last);
}
