import type { Pool } from 'pg';
import { afterTheirTargets, quoted, readCatalogue, wayToPatient, type Catalogue } from '../db/catalogue.ts';
import { withoutTenant } from '../db/transaction.ts';

/** How the rows of a table are read for a backup. */
export type TablePlan = {
  name: string;
  columns: string[];
  /** Row-level security shows the rows of one clinic at a time. */
  byClinic: boolean;
  /** A SELECT of the columns, quoted; with the patient's id before them where rows belong to patients. */
  select: string;
  ofPatients: boolean;
};

/**
 * What a backup leaves out. Sessions must not come alive again, and what repeats, limits and proofs remember is old
 * within a day; diagnoses come with the migrations; the data keys are kept apart from what they open.
 */
export const leftOut = [
  'schema_migrations',
  'diagnoses',
  'login_sessions',
  'idempotency_keys',
  'login_failures',
  'limited_attempts',
  'spent_proofs',
  'patient_data_keys',
] as const;

// A table the server's role may only read by a function, clinic by clinic.
const ownSelects: Partial<Record<string, string>> = {
  audit_unsealed: `SELECT current_setting('app.clinic_id')::uuid, unsealed_audit_ids()`,
};

/** Every table of a backup, each after those it refers to, as the database's own catalogue has it. */
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
