import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';
import { addressPrefix } from '../http/address.ts';
import type { RequestFacts, User } from '../http/context.ts';

export const auditActions = [
  'login',
  'login_failed',
  'login_refused',
  'logout',
  'sessions_ended',
  'session_family_revoked',
  'password_changed',
  'password_change_refused',
  'password_reset',
  'second_factor_offered',
  'second_factor_withdrawn',
  'second_factor_begun',
  'second_factor_set_up',
  'second_factor_asked',
  'second_factor_refused',
  'second_factor_removed',
  'second_factor_reset',
  'recovery_codes_renewed',
  'recovery_code_used',
  'admin_registered',
  'admin_activated',
  'clinician_registered',
  'clinician_renamed',
  'clinician_enabled',
  'clinician_disabled',
  'patients_listed',
  'patient_registered',
  'patient_edited',
  'patient_assigned',
  'patients_transferred',
  'patients_imported',
  'import_checked',
  'patient_erased',
  'patient_exported',
  'backup_restored',
  'retention_changed',
  'patient_codes_listed',
  'survey_started',
  'survey_finished',
  'consent_given',
  'consent_withdrawn',
  'mail_opted_out',
  'mail_addresses_erased',
  'report_viewed',
  'patient_report_viewed',
  'research_exported',
  'call_refused',
] as const;

export type AuditEntry = {
  action: (typeof auditActions)[number];
  patientId?: string;
  objectId?: string;
  result?: 'done' | 'refused';
};

type Actor = Pick<User, 'userId' | 'role'> | { userId: null; role: string };

/** Writes who did what into the transaction of the effect itself: without the row there is no effect (R64). */
export async function appendAudit(
  db: Db,
  actor: Actor,
  request: RequestFacts,
  entry: AuditEntry,
): Promise<void> {
  await sql`SELECT append_audit(${actor.userId}::uuid, ${actor.role}, ${entry.action}, ${entry.patientId ?? null}::uuid,
    ${entry.objectId ?? null}, ${entry.result ?? 'done'}, ${request.id}, ${addressPrefix(request.address)})`.execute(
    db,
  );
}
