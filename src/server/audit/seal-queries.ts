import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/** The end of a clinic's chain, with its hash as hexadecimal digits. */
export type Head = { clinic: string; seq: number; hash: string };

export async function clinicsToSeal(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT clinics_with_unsealed_audit() AS id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Seals up to `most` rows of the transaction's clinic and returns their number. */
export async function sealRows(db: Db, most: number): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`SELECT seal_audit(${most}::integer) AS sealed`.execute(db);
  return rows[0]?.sealed ?? 0;
}

export async function listHeads(db: Db): Promise<Head[]> {
  const { rows } = await sql<Head>`SELECT clinic, seq, encode(hash, 'hex') AS hash FROM audit_heads`.execute(
    db,
  );
  return rows;
}

/** Every clinic and the length of its sealed trail. */
export async function listTrails(db: Db): Promise<{ id: string; name: string; seq: number }[]> {
  const { rows } = await sql<{ id: string; name: string; seq: number }>`
    SELECT c.id, c.name, coalesce(h.seq, 0) AS seq
    FROM clinics c LEFT JOIN audit_heads h ON h.clinic = c.id ORDER BY c.name`.execute(db);
  return rows;
}

export async function findHead(db: Db, clinicId: string): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    SELECT clinic, seq, encode(hash, 'hex') AS hash FROM audit_heads WHERE clinic = ${clinicId}`.execute(db);
  return rows[0];
}

// The columns of the content hash, as the texts that are hashed (audit_content).
const columns = sql`a.clinic_id::text AS clinic_id, a.id::text AS id,
  to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, a.actor_id::text AS actor_id, a.role, a.action,
  a.patient_id::text AS patient_id, a.object_id, a.result, a.request_id, a.address_prefix, a.count::text AS count`;

/** One audit row with every column as text. `id` is null if the row is missing. */
export type AuditRow = Record<
  | 'clinic_id'
  | 'id'
  | 'at'
  | 'actor_id'
  | 'role'
  | 'action'
  | 'patient_id'
  | 'object_id'
  | 'result'
  | 'request_id'
  | 'address_prefix'
  | 'count',
  string | null
>;

export type SealedRow = AuditRow & {
  /** The audit row of the erasure that emptied this row; null if the row is unchanged. */
  erased_by: number | null;
  seq: number;
  audit_id: number;
  content_hash: Buffer;
  hash: Buffer;
};

/** The next links of a chain after `seq`, each with its sealed row. */
export async function sealsAfter(db: Db, clinicId: string, seq: number, most: number): Promise<SealedRow[]> {
  const { rows } =
    await sql<SealedRow>`SELECT s.seq, s.audit_id, s.content_hash, s.hash, a.erased_by, ${columns}
    FROM audit_seals s LEFT JOIN audit a ON a.clinic_id = s.clinic_id AND a.id = s.audit_id
    WHERE s.clinic_id = ${clinicId} AND s.seq > ${seq} ORDER BY s.seq LIMIT ${most}`.execute(db);
  return rows;
}

/** A row that an erasure of its patient emptied. */
export type EmptiedRow = AuditRow & { erased_by: number; number: number };

/** The next emptied rows after `last`, by erasure and id. */
export async function emptiedAfter(
  db: Db,
  clinicId: string,
  last: EmptiedRow | undefined,
  most: number,
): Promise<EmptiedRow[]> {
  const { rows } = await sql<EmptiedRow>`SELECT a.erased_by, a.id AS number, ${columns} FROM audit a
    WHERE a.clinic_id = ${clinicId} AND a.erased_by IS NOT NULL AND (a.erased_by, a.id) > (${last?.erased_by ?? 0}, ${last?.number ?? 0})
    ORDER BY a.erased_by, a.id LIMIT ${most}`.execute(db);
  return rows;
}

/** The digests in the audit rows of erasures. */
export async function listErasures(db: Db, clinicId: string): Promise<{ id: number; told: string | null }[]> {
  const { rows } = await sql<{ id: number; told: string | null }>`SELECT id, object_id AS told FROM audit
    WHERE clinic_id = ${clinicId} AND action = 'patient_erased' AND erased_by IS NULL`.execute(db);
  return rows;
}

/**
 * The patients whom the trail names, who are not there and were not erased. What a restore left out is known: only rows
 * after the last restore count.
 */
export async function lostPatients(db: Db, clinicId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT named.id FROM audit a,
      LATERAL (VALUES (a.patient_id), (CASE WHEN a.role = 'patient' THEN a.actor_id END)) AS named (id)
    WHERE a.clinic_id = ${clinicId} AND named.id IS NOT NULL
      AND a.id > coalesce((SELECT max(id) FROM audit WHERE clinic_id = ${clinicId} AND action = 'backup_restored'), 0)
      AND NOT EXISTS (SELECT FROM patients p WHERE p.clinic_id = ${clinicId} AND p.id = named.id)
      AND NOT EXISTS (SELECT FROM audit e
        WHERE e.clinic_id = ${clinicId} AND e.action = 'patient_erased' AND e.patient_id = named.id)
    ORDER BY named.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** A row that is sealed, waits for its seal, or has neither. */
export type StoredRow = { id: number; state: 'sealed' | 'waiting' | 'unknown' };

/** The next rows after `id`. */
export async function rowsAfter(db: Db, clinicId: string, id: number, most: number): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    SELECT a.id, CASE WHEN s.seq IS NOT NULL THEN 'sealed'
      WHEN a.id IN (SELECT unsealed_audit_ids()) THEN 'waiting' ELSE 'unknown' END AS state
    FROM audit a LEFT JOIN audit_seals s ON s.clinic_id = a.clinic_id AND s.audit_id = a.id
    WHERE a.clinic_id = ${clinicId} AND a.id > ${id} ORDER BY a.id LIMIT ${most}`.execute(db);
  return rows;
}

/** A question to the audit trail. */
export type AuditFilter = {
  patientId?: string;
  actorId?: string;
  action?: string;
  since?: string;
  most: number;
};

/** The youngest matching rows, with the present name of the actor. */
export async function listAudit(db: Db, clinicId: string, filter: AuditFilter) {
  let query = db
    .selectFrom('audit as a')
    .leftJoin('accounts as u', (join) =>
      join.onRef('u.clinic_id', '=', 'a.clinic_id').onRef('u.id', '=', 'a.actor_id'),
    )
    .select(['a.id', 'a.at', 'a.role', 'a.actor_id', 'u.username as actor', 'a.action', 'a.patient_id'])
    .select(['a.object_id', 'a.result', 'a.request_id', 'a.address_prefix', 'a.count'])
    .where('a.clinic_id', '=', clinicId)
    .orderBy('a.id', 'desc')
    .limit(filter.most);
  if (filter.patientId) query = query.where('a.patient_id', '=', filter.patientId);
  if (filter.actorId) query = query.where('a.actor_id', '=', filter.actorId);
  if (filter.action) query = query.where('a.action', '=', filter.action);
  if (filter.since) query = query.where('a.at', '>=', filter.since);
  return query.execute();
}
