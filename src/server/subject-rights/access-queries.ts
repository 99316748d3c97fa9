import { sql } from 'kysely';
import { quoted, readCatalogue, wayToPatient } from '../database/catalogue.ts';
import type { Db } from '../database/transaction.ts';

export type Row = Record<string, unknown>;

/** All rows of one patient by table, for every table that leads to a patient in the database's catalogue. */
export async function rowsOfPatient(
  db: Db,
  clinicId: string,
  patientId: string,
): Promise<Map<string, Row[]>> {
  const catalogue = await readCatalogue(db);
  const found = new Map<string, Row[]>();
  for (const name of catalogue.columns.keys()) {
    const way = wayToPatient(name, catalogue);
    if (!way) continue;
    // The names come from the catalogue, so they are safe.
    const from = sql.raw(`${quoted(name)} t ${way.joins}`);
    const { rows } = await sql<Row>`SELECT t.* FROM ${from}
      WHERE t.clinic_id = ${clinicId} AND ${sql.raw(way.patient)} = ${patientId} ORDER BY t`.execute(db);
    found.set(name, rows);
  }
  return found;
}

/** The rows of the audit trail about a patient, by them or on their data. Staff are named by their role only. */
export async function auditOfPatient(db: Db, clinicId: string, patientId: string): Promise<Row[]> {
  return db
    .selectFrom('audit')
    .select(['at', 'role', 'action', 'object_id', 'result', 'request_id', 'address_prefix', 'count'])
    .where('clinic_id', '=', clinicId)
    .where((where) => where.or([where('patient_id', '=', patientId), where('actor_id', '=', patientId)]))
    .orderBy('id')
    .execute();
}

export async function describeDiagnoses(db: Db): Promise<Map<string, string>> {
  const rows = await db.selectFrom('diagnoses').select(['id', 'description']).execute();
  return new Map(rows.map(({ id, description }) => [id, description]));
}
