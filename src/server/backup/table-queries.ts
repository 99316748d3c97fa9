import type { Pool } from 'pg';
import {
  afterTheirTargets,
  quoted,
  readCatalogue,
  wayToPatient,
  type Catalogue,
} from '../database/catalogue.ts';
import { type Reading, selectInEachClinic } from '../database/each-clinic.ts';
import { withoutTenant } from '../database/transaction.ts';

/** How a backup reads the rows of a table. */
export type TablePlan = {
  name: string;
  columns: string[];
  /** A SELECT of the quoted columns of all clinics. If rows belong to patients, the patient's id comes first. */
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
  'login_successes',
  'limited_attempts',
  'spent_proofs',
  'patient_data_keys',
  'job_runs',
  'mail_plans',
  'mail_plan_requests',
] as const;

// The server's role reads this table only through a function, one clinic at a time.
const ownReadings: Partial<Record<string, Reading>> = {
  audit_unsealed: {
    columns: ['entered.clinic', 'unsealed_audit_ids()'],
    from: '(VALUES (entered.clinic)) AS one (clinic)',
  },
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
  const own = ownReadings[name];
  if (own) return { ...plan, ofPatients: false, select: selectInEachClinic(own) };
  const list = columns.map((column) => `t.${column}`);
  if (!columns.includes(quoted('clinic_id')))
    return { ...plan, ofPatients: false, select: `SELECT ${list.join(', ')} FROM ${plan.name} t` };
  const way = wayToPatient(name, catalogue, 'entered.clinic');
  const from = `${plan.name} t ${way?.joins ?? ''} WHERE t.clinic_id = entered.clinic`;
  if (!way) return { ...plan, ofPatients: false, select: selectInEachClinic({ columns: list, from }) };
  const select = selectInEachClinic({ columns: [way.patient, ...list], from: `${from} ORDER BY c0` });
  return { ...plan, ofPatients: true, select };
}
