import { sql } from 'kysely';
import { compareGerman } from '../../domain/german-order.ts';
import { type Edits, revisionOf } from '../http/edits.ts';
import type { Db } from '../database/transaction.ts';

// The database sorts by bytes, so that its indexes do not depend on a library of the system.
const byName = (a: { username: string }, b: { username: string }) => compareGerman(a.username, b.username);

/** The enabled clinicians of a clinic, sorted by name. Only they can get patients. */
export async function listAssignable(db: Db, clinicId: string) {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'enabled'])
    .where('clinic_id', '=', clinicId)
    .where('role', '=', 'clinician')
    .where('enabled', '=', true)
    .execute();
  return rows.sort(byName);
}

type StaffRow = {
  id: string;
  username: string;
  enabled: boolean;
  second_factor: boolean;
  patient_count: number;
};

/** Every clinician of a clinic with the number of patients, sorted by name. */
export async function listWithCounts(db: Db, clinicId: string) {
  const { rows } = await sql<StaffRow & { edits: Edits }>`
    SELECT a.id, a.username, a.enabled, coalesce(p.count, 0) AS patient_count, a.edits,
      f.confirmed IS NOT NULL AS second_factor
    FROM accounts a
    LEFT JOIN second_factors f ON f.clinic_id = ${clinicId} AND f.account_id = a.id
    LEFT JOIN (SELECT clinician_id, count(*)::int AS count FROM patients WHERE clinic_id = ${clinicId} GROUP BY 1) p
      ON p.clinician_id = a.id
    WHERE a.clinic_id = ${clinicId} AND a.role = 'clinician'`.execute(db);
  return rows.sort(byName).map(({ edits, ...row }) => ({ ...row, revision: revisionOf(edits) }));
}

/** Enables or disables a clinician. False if the clinic has no clinician with this id. */
export async function setEnabled(db: Db, clinicId: string, id: string, enabled: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ enabled })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('role', '=', 'clinician')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countPatientsOf(db: Db, clinicId: string, clinicianId: string): Promise<number> {
  const { count } = await db
    .selectFrom('patients')
    .select(sql<number>`count(*)`.as('count'))
    .where('clinic_id', '=', clinicId)
    .where('clinician_id', '=', clinicianId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function listPatientCodes(db: Db, clinicId: string, clinicianId: string) {
  return db
    .selectFrom('patients')
    .select(['id', 'code'])
    .where('clinic_id', '=', clinicId)
    .where('clinician_id', '=', clinicianId)
    .orderBy(sql`code_key COLLATE "C"`)
    .execute();
}
