import type { Pool } from 'pg';
import { afterTheirTargets, quoted, readCatalogue, wayToPatient, type Catalogue } from '../db/catalogue.ts';
import { withoutTenant } from '../db/transaction.ts';

/** How a backup reads the rows of a table. */
export type TablePlan = {
  name: string;
  columns: string[];
  /** Row-level security shows the rows of one clinic at a time. */
  byClinic: boolean;
  /** A SELECT of the quoted columns. If rows belong to patients, the patient's id comes first. */
  select: string;
  ofPatients: boolean;
};

/**
 * The tables that a backup leaves out. A restore must not revive sessions. Stored repeats, limits and proofs expire
 * within a day. Migrations bring the diagnoses. Runs of jobs and plans of mails are those of one database. The data keys are kept apart from the rows that they open.
 */
export const leftOut = [
  'schema_migrations',
  'diagnoses',
  'login_sessions',
  'idempotency_keys',
  'login_failures',
  'login_locks',
  'limited_attempts',
  'spent_proofs',
  'patient_data_keys',
  'job_runs',
  'mail_plans',
  'mail_plan_requests',
] as const;

// The server's role reads this table only through a function, one clinic at a time.
const ownSelects: Partial<Record<string, string>> = {
  audit_unsealed: `SELECT current_setting('app.clinic_id')::uuid, unsealed_audit_ids()`,
};

/** Every table of a backup, taken from the database's catalogue. A table stands after those that it refers to. */
export async function planTables(pool: Pool): Promise<TablePlan[]> {
  const catalogue = await withoutTenant(pool, readCatalogue);
  const kept = afterTheirTargets(catalogue).filter((name) => !(leftOut as readonly string[]).includes(name));
  return kept.map((name) => planTable(name, catalogue));
}

function planTable(name: string, catalogue: Catalogue): TablePlan {
  const columns = (catalogue.columns.get(name) ?? []).map(quoted);
  const plan = { name: quoted(name), columns };
  const own = ownSelects[name];
  if (own !== undefined) return { ...plan, byClinic: true, ofPatients: false, select: own };
  const byClinic = columns.includes(quoted('clinic_id'));
  const list = columns.map((column) => `t.${column}`).join(', ');
  const way = wayToPatient(name, catalogue);
  if (!way) return { ...plan, byClinic, ofPatients: false, select: `SELECT ${list} FROM ${plan.name} t` };
  const select = `SELECT ${way.patient}, ${list} FROM ${plan.name} t ${way.joins} ORDER BY 1`;
  return { ...plan, byClinic, ofPatients: true, select };
}
