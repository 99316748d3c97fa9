import { sealAudit } from '../audit/sealer.ts';
import { lockClinic } from '../clinics/queries.ts';
import { withoutTenant, withTenant, type Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { erasePatient } from './erase.ts';
import * as queries from './queries.ts';
import { removeDeadRows } from './vacuum-queries.ts';
import { doubtAbout, doubts, dailyErasureLimit, type Doubt } from './trusted-day.ts';

const AT_A_TIME = 10;
const byItself: queries.Eraser = { role: 'system', requestId: 'retention' };

export type RetentionServices = Pick<Services, 'pool' | 'keys' | 'log' | 'today' | 'config'>;

/**
 * Erases the patients whose retention time is over (R66), in each clinic a few a day and only on a day that can be trusted
 * (record 053). Returns their number. It works in small steps and stops between them if `stopped` is set. Several processes
 * may run it at once.
 */
export async function eraseDuePatients(
  services: RetentionServices,
  stopped: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { pool, log } = services;
  const clinics = await withoutTenant(pool, queries.clinicsWithRetention);
  // Erasing empties sealed rows only, so the waiting rows are sealed first.
  if (clinics.length > 0) await sealAudit(pool);
  let erased = 0;
  for (const { id: clinic } of clinics) {
    if (stopped.aborted) return erased;
    const doubt = await withTenant(pool, clinic, (db) => trustToday(db, services, clinic));
    if (doubt) log.error({ clinic, doubt }, `no patient is erased: ${doubts[doubt]}`);
    else erased += await eraseDueOf(services, clinic, { by: byItself, stopped });
  }
  return erased;
}

type Erasure = { by: queries.Eraser; stopped: AbortSignal };

/** Erases due patients of one clinic: as many a day as the server may by itself, or all of them for the operator. */
export async function eraseDueOf(
  { pool, keys, log, today }: RetentionServices,
  clinic: string,
  { by, stopped }: Erasure,
): Promise<number> {
  let erased = 0;
  for (let more = AT_A_TIME; more === AT_A_TIME && !stopped.aborted; erased += more)
    more = await withTenant(pool, clinic, async (db) => {
      // One process at a time counts what is left of the day.
      await lockClinic(db, clinic);
      const months = await queries.findRetention(db, clinic);
      if (months === null) return 0;
      const most = by === byItself ? Math.min(AT_A_TIME, await leftOfTheDay(db, clinic)) : AT_A_TIME;
      const due = await queries.lockDuePatients(db, clinic, { months, today: today(), most });
      for (const patient of due) await erasePatient(db, keys, patient, by);
      return due.length;
    });
  if (erased > 0) {
    log.info({ clinic, erased }, 'patients were erased after the time their clinic keeps them');
    await sweep({ pool, log });
  }
  const { due: waiting } = await withTenant(pool, clinic, (db) => findWaiting(db, clinic, today()));
  if (waiting > 0)
    log.warn(
      { clinic, waiting },
      'more patients are due than a day allows; they wait, or the operator confirms',
    );
  return erased;
}

async function leftOfTheDay(db: Db, clinic: string): Promise<number> {
  const { patients, erasedToday } = await queries.countErasures(db, clinic);
  return Math.max(0, dailyErasureLimit(patients + erasedToday) - erasedToday);
}

/** How many patients of a clinic are due, and how many the server erases a day. */
export async function findWaiting(db: Db, clinic: string, today: string) {
  const months = await queries.findRetention(db, clinic);
  const due = months === null ? 0 : await queries.countDuePatients(db, clinic, { months, today });
  const { patients, erasedToday } = await queries.countErasures(db, clinic);
  return { due, dailyLimit: dailyErasureLimit(patients + erasedToday) };
}

/** The doubt about today, if there is one. */
export async function findDoubt(
  db: Db,
  { today, config }: RetentionServices,
  clinic: string,
): Promise<Doubt | undefined> {
  const days = await queries.findDays(db, clinic, config.public.time_zone);
  return doubtAbout({ today: today(), ...days });
}

async function trustToday(db: Db, services: RetentionServices, clinic: string): Promise<Doubt | undefined> {
  const doubt = await findDoubt(db, services, clinic);
  if (!doubt) await queries.noteTrustedDay(db, clinic, services.today());
  return doubt;
}

/** Removes what an erasure left in the files of the database. The erasure itself is done, so a failure is only logged. */
export async function sweep({ pool, log }: Pick<Services, 'pool' | 'log'>): Promise<void> {
  try {
    if (!(await removeDeadRows(pool))) log.warn({}, NOT_SWEPT);
  } catch (error) {
    log.warn({ err: error }, NOT_SWEPT);
  }
}

const NOT_SWEPT =
  'dead rows of erased patients stay in the files of the database until its owner calls VACUUM FULL patients';
