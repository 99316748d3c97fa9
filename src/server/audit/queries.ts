import { sql } from 'kysely';
import type { RouteAction } from '../../contract/routes.ts';
import type { Db } from '../database/transaction.ts';
import { addressPrefix } from '../http/address.ts';
import type { RequestFacts, User } from '../http/context.ts';

/** The action of an audit row: of a call in the route table, or of another event. */
export type AuditAction =
  | RouteAction
  | 'login_failed'
  | 'login_refused'
  | 'session_family_revoked'
  | 'password_change_refused'
  | 'second_factor_offered'
  | 'second_factor_withdrawn'
  | 'second_factor_asked'
  | 'second_factor_refused'
  | 'second_factor_reset'
  | 'recovery_code_used'
  | 'admin_activated'
  | 'admin_rejected'
  | 'staff_erased'
  | 'patient_erased'
  | 'patient_exported'
  | 'backup_restored'
  | 'retention_changed'
  | 'protocol_applied'
  | 'clinic_suspended'
  | 'clinic_resumed'
  | 'clinic_exported'
  | 'clinic_imported'
  | 'survey_finished'
  | 'crisis_event_raised'
  | 'crisis_event_handed_over'
  | 'crisis_event_put_off'
  | 'crisis_event_returned'
  | 'seen_as_deputy'
  | 'mail_opted_out'
  | 'mail_address_confirmed'
  | 'mail_addresses_erased'
  | 'research_exported'
  | 'call_refused';

export type AuditEntry<Action extends string = AuditAction> = {
  action: Action;
  patientId?: string;
  objectId?: string;
  result?: 'done' | 'refused';
  /** The number of refusals that the row stands for. */
  count?: number;
};

export type Actor = Pick<User, 'userId' | 'role'> | { userId: null; role: string };

/**
 * Writes an audit row in the transaction of the effect. If the row cannot be written, there is no effect (R64). An extension
 * names the type of its own actions.
 */
export async function appendAudit<Action extends string = AuditAction>(
  db: Db,
  actor: Actor,
  request: Pick<RequestFacts, 'id' | 'address'>,
  entry: AuditEntry<NoInfer<Action>>,
): Promise<void> {
  await sql`SELECT append_audit(${actor.userId}::uuid, ${actor.role}, ${entry.action}, ${entry.patientId ?? null}::uuid,
    ${entry.objectId ?? null}, ${entry.result ?? 'done'}, ${request.id}, ${addressPrefix(request.address)}, ${entry.count ?? 1}::integer)`.execute(
    db,
  );
}

/** The same for an act on many patients: a row each, so that the trail of every patient has it. */
export async function appendAuditOfEach(
  db: Db,
  actor: Actor,
  request: Pick<RequestFacts, 'id' | 'address'>,
  { action, objectId }: Pick<AuditEntry, 'action' | 'objectId'>,
  patientIds: readonly string[],
): Promise<void> {
  await sql`SELECT append_audit(${actor.userId}::uuid, ${actor.role}, ${action}, id, ${objectId ?? null}, 'done', ${request.id},
    ${addressPrefix(request.address)}, 1) FROM unnest(${[...patientIds]}::uuid[]) AS id`.execute(db);
}

/** Those of these patients whom a row of the last quarter of an hour names with this action of this user. */
export async function namedLately(
  db: Db,
  { clinicId, userId }: Pick<User, 'clinicId' | 'userId'>,
  action: AuditAction,
  patientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ patient_id: string }>`
    SELECT DISTINCT patient_id FROM audit WHERE clinic_id = ${clinicId} AND patient_id = ANY (${[...patientIds]}::uuid[])
      AND actor_id = ${userId} AND action = ${action} AND at > now() - interval '15 minutes'`.execute(db);
  return new Set(rows.map((row) => row.patient_id));
}

/** Locks these patients against erasure until the transaction ends, and returns how many of them exist. */
export async function lockNamedPatients(db: Db, clinicId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { rows } =
    await sql`SELECT FROM patients WHERE clinic_id = ${clinicId} AND id = ANY (${[...ids]}::uuid[])
    FOR KEY SHARE`.execute(db);
  return rows.length;
}
