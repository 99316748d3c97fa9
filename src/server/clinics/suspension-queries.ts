import { sql } from 'kysely';
import { operator, terminal } from '../audit/operator.ts';
import { appendAudit } from '../audit/queries.ts';
import type { Db } from '../database/transaction.ts';

/** What rests with a suspended clinic. */
export type Suspended = { sessions_ended: number; open_events: number; mails_waiting: number };

/**
 * Suspends a clinic: every login is refused, every session ends, and no mail goes out. It waits for logins that have begun, so none
 * of them outlives it. Call it in one transaction. Undefined if the clinic is suspended already.
 */
export async function suspendClinic(db: Db, clinicId: string): Promise<Suspended | undefined> {
  // A login holds the clinic in use until it ends.
  await db
    .selectFrom('clinics')
    .select('id')
    .where('id', '=', clinicId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!(await setSuspended(db, clinicId, true))) return undefined;
  const { rows } = await sql<Suspended>`WITH ended AS (
      UPDATE login_sessions SET ended_at = now() WHERE clinic_id = ${clinicId} AND ended_at IS NULL RETURNING 1)
    SELECT (SELECT count(*) FROM ended) AS sessions_ended,
      (SELECT count(*) FROM crisis_events WHERE clinic_id = ${clinicId} AND acknowledged_at IS NULL) AS open_events,
      (SELECT count(*) FROM outbox WHERE clinic_id = ${clinicId} AND state = 'waiting')
        + (SELECT count(*) FROM crisis_reminders WHERE clinic_id = ${clinicId} AND state = 'waiting') AS mails_waiting`.execute(
    db,
  );
  await appendAudit(db, operator, terminal, { action: 'clinic_suspended' });
  return rows[0];
}

/** Lets a suspended clinic work again. False if it was in use. */
export async function resumeClinic(db: Db, clinicId: string): Promise<boolean> {
  if (!(await setSuspended(db, clinicId, false))) return false;
  await appendAudit(db, operator, terminal, { action: 'clinic_resumed' });
  return true;
}

async function setSuspended(db: Db, clinicId: string, suspended: boolean): Promise<boolean> {
  const { numAffectedRows } =
    await sql`UPDATE clinics SET suspended = CASE WHEN ${suspended}::boolean THEN now() END
    WHERE id = ${clinicId} AND (suspended IS NULL) = ${suspended}::boolean`.execute(db);
  return numAffectedRows === 1n;
}
