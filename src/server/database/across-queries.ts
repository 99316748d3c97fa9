import { sql } from 'kysely';
import type { Db } from './transaction.ts';

// What the jobs and the operator ask across clinics. Functions of the database see the rows; they tell ids of clinics
// and numbers only.

/** Work that waits in some clinics; the kinds of mail are the names of their tables. */
export type Work =
  | 'outbox'
  | 'crisis_reminders'
  | 'address_confirmations'
  | 'quick_hashes'
  | 'unjudged_sessions'
  | 'open_events';

/** The clinics with such work. A mail is due at `now`, or has a moment after `latest`. */
export async function clinicsWithWork(
  db: Db,
  work: Work,
  { now, latest }: { now?: string; latest?: string } = {},
): Promise<{ id: string; name: string; contact: string }[]> {
  const range = sql`${now ?? null}::timestamptz, ${latest ?? null}::timestamptz`;
  const { rows } = await sql<{ id: string; name: string; contact: string }>`
    SELECT id, name, contact FROM clinics WHERE id IN (SELECT clinics_with_work(${work}, ${range}))
    ORDER BY name_key`.execute(db);
  return rows;
}

export async function installationCounts(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; value: number }>`
    SELECT name, value FROM installation_counts()`.execute(db);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/**
 * Takes a run of a job that one process of the installation does. False if another one did it less than `seconds` ago,
 * unless `anyway` is set.
 */
export async function claimJob(
  db: Db,
  { job, seconds, anyway }: { job: string; seconds: number; anyway: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO job_runs (job, begun, next) VALUES (${job}, now(), now() + make_interval(secs => ${seconds}::float8))
    ON CONFLICT (job) DO UPDATE SET begun = excluded.begun, next = excluded.next
    WHERE job_runs.next <= now() OR ${anyway}::boolean`.execute(db);
  return numAffectedRows === 1n;
}

/** Notes the end of a run, of a job or of a backup. */
export async function noteRun(db: Db, job: string, outcome: 'ended' | 'failed'): Promise<void> {
  await sql`INSERT INTO job_runs (job, ${sql.ref(outcome)}) VALUES (${job}, clock_timestamp())
    ON CONFLICT (job) DO UPDATE SET ${sql.ref(outcome)} = excluded.${sql.ref(outcome)}`.execute(db);
}

export type JobRun = { job: string; begun: string | null; ended: string | null; failed: string | null };

export async function listRuns(db: Db): Promise<JobRun[]> {
  return db.selectFrom('job_runs').select(['job', 'begun', 'ended', 'failed']).orderBy('job').execute();
}
