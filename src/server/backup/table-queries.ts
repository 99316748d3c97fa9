import type { Pool } from 'pg';
import {
  afterTheirTargets,
  quoted,
  readCatalogue,
  wayToPatient,
  type Catalogue,
} from '../database/catalogue.ts';
import { selectInEachClinic } from '../database/each-clinic.ts';
import type { Schema } from '../database/schema.ts';
import { withoutTenant } from '../database/transaction.ts';

/** How the rows of a table are read. */
type Reading = {
  select: string;
  /** The rows belong to patients, and the SELECT gives the patient's id before the columns. */
  ofPatients?: true;
  /** In the archive of a clinic: the rows belong to all clinics, and may be there already. */
  shared?: true;
};
export type TablePlan = Reading & { name: string; columns: string[] };

/**
 * The tables that no file holds. A restore must not revive sessions. Stored repeats, limits and proofs expire within a
 * day. Migrations bring the diagnoses. Runs of jobs and plans of mails are those of one database. The data keys are kept apart from the rows that they open.
 */
export const leftOut = [
  'schema_migrations',
  'diagnoses',
  'login_sessions',
  'idempotency_keys',
  'login_failures',
  'login_locks',
  'login_successes',
  'limited_attempts',
  'spent_proofs',
  'patient_data_keys',
  'job_runs',
  'mail_plans',
  'mail_plan_requests',
] as const;

const CLINIC = `current_setting('app.clinic_id')::uuid`;

/** Tables without a clinic's id. A new one does not compile before it says which of its rows go with a clinic. */
type SharedTable = {
  [Table in keyof Schema]: 'clinic_id' extends keyof Schema[Table]
    ? never
    : 'clinic' extends keyof Schema[Table]
      ? never
      : Table;
}[keyof Schema];

// The versions that surveys and consents of a clinic were pinned to go with it. What is null is about one installation.
const withClinic: Record<Exclude<SharedTable, (typeof leftOut)[number]>, string | null> = {
  clinics: `t.id = ${CLINIC}`,
  instrument_versions: `(t.id, t.version) IN (SELECT one ->> 'id', one ->> 'version'
    FROM survey_sessions, jsonb_array_elements(instruments) AS one WHERE clinic_id = ${CLINIC})`,
  protocol_versions: `(t.id, t.version) IN (SELECT protocol_id, protocol_version
    FROM survey_sessions WHERE clinic_id = ${CLINIC})`,
  consent_texts: `t.version IN (SELECT version FROM study_consents WHERE clinic_id = ${CLINIC})`,
  course_models: null,
  key_fingerprints: null,
  installation: null,
  erased_clinics: null,
};

/**
 * Every table of a backup, or of the archive of the clinic that the transaction has entered, taken from the database's
 * catalogue. A table stands after those that it refers to.
 */
export async function planTables(pool: Pool, of: 'installation' | 'clinic'): Promise<TablePlan[]> {
  const catalogue = await withoutTenant(pool, readCatalogue);
  const kept = afterTheirTargets(catalogue).filter((name) => !(leftOut as readonly string[]).includes(name));
  return kept.flatMap((name) => {
    const columns = (catalogue.columns.get(name) ?? []).map(quoted);
    const reading = of === 'clinic' ? ofClinic(name, columns) : ofAll(name, columns, catalogue);
    return reading ? { name: quoted(name), columns, ...reading } : [];
  });
}

// The server's role reads this table only through a function, one clinic at a time.
const UNSEALED = 'audit_unsealed';

const listOf = (columns: readonly string[]) => columns.map((column) => `t.${column}`);

function ofAll(name: string, columns: readonly string[], catalogue: Catalogue): Reading {
  if (name === UNSEALED) {
    const from = '(VALUES (entered.clinic)) AS one (clinic)';
    return { select: selectInEachClinic({ columns: ['entered.clinic', 'unsealed_audit_ids()'], from }) };
  }
  if (!columns.includes('"clinic_id"'))
    return { select: `SELECT ${listOf(columns).join(', ')} FROM ${quoted(name)} t` };
  const way = wayToPatient(name, catalogue, 'entered.clinic');
  const from = `${quoted(name)} t ${way?.joins ?? ''} WHERE t.clinic_id = entered.clinic`;
  if (!way) return { select: selectInEachClinic({ columns: listOf(columns), from }) };
  const sorted = { columns: [way.patient, ...listOf(columns)], from: `${from} ORDER BY c0` };
  return { select: selectInEachClinic(sorted), ofPatients: true };
}

function ofClinic(name: string, columns: readonly string[]): Reading | undefined {
  if (name === UNSEALED) return { select: `SELECT ${CLINIC}, unsealed_audit_ids()` };
  const owner = ['"clinic_id"', '"clinic"'].find((column) => columns.includes(column));
  const rows = owner ? `t.${owner} = ${CLINIC}` : (withClinic as Record<string, string | null>)[name];
  if (!rows) return undefined;
  const select = `SELECT ${listOf(columns).join(', ')} FROM ${quoted(name)} t WHERE ${rows}`;
  return owner || name === 'clinics' ? { select } : { select, shared: true };
}
