import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/** The keys of all codes that a clinic has already. */
export async function codeKeys(db: Db, clinicId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('patients').select('code_key').where('clinic_id', '=', clinicId).execute();
  return new Set(rows.map(({ code_key }) => code_key));
}

/** The clinicians of a clinic by the key of their user name. `lock` keeps them unchanged until the transaction ends. */
export async function clinicians(db: Db, clinicId: string, { lock }: { lock: boolean }) {
  const query = db
    .selectFrom('accounts')
    .select(['id', 'username_key', 'enabled'])
    .where('clinic_id', '=', clinicId)
    .where('role', '=', 'clinician')
    .orderBy('id');
  const rows = await (lock ? query.forShare() : query).execute();
  return new Map(rows.map(({ id, username_key, enabled }) => [username_key, { id, enabled }]));
}

export async function diagnosisIds(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('diagnoses').select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Makes PostgreSQL plan again, and by indexes, until the transaction ends. Otherwise it keeps the plan of a foreign key's
 * check as long as the connection lives: a plan made for a few patients reads the whole table for every new row.
 */
export async function planByIndexes(db: Db): Promise<void> {
  await sql`DISCARD PLANS`.execute(db);
  await sql`SET LOCAL enable_seqscan = off`.execute(db);
}

/** Locks up to `most` patients of a clinic with a provisional hash and skips those that another process has locked. */
export async function takeProvisional(db: Db, clinicId: string, most: number) {
  const { rows } = await sql<{ id: string; birth_date_encrypted: Buffer; secret_hash: string }>`
    SELECT id, birth_date_encrypted, secret_hash FROM patients
    WHERE clinic_id = ${clinicId} AND secret_hash LIKE '$hmac-sha256$%'
    ORDER BY id LIMIT ${most} FOR NO KEY UPDATE SKIP LOCKED`.execute(db);
  return rows;
}
