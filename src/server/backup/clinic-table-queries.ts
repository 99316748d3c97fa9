import type { Pool } from 'pg';
import { ownedTables, quoted, readCatalogue } from '../database/catalogue.ts';
import type { Schema } from '../database/schema.ts';
import { withoutTenant } from '../database/transaction.ts';
import { leftOut } from './table-queries.ts';

/** Tables without a clinic's id. A new one does not compile before it says whether its rows go with a clinic. */
type SharedTable = {
  [Table in keyof Schema]: 'clinic_id' extends keyof Schema[Table]
    ? never
    : 'clinic' extends keyof Schema[Table]
      ? never
      : Table;
}[keyof Schema];

/** Where the rows of a table without a clinic's id go. */
const shared = {
  clinics: 'with the clinic',
  instrument_versions: 'if used',
  protocol_versions: 'if used',
  consent_texts: 'if used',
  // Migrations bring the diagnoses. The rest is about one installation or one database.
  diagnoses: 'stay',
  course_models: 'stay',
  key_fingerprints: 'stay',
  installation: 'stay',
  erased_clinics: 'stay',
  limited_attempts: 'stay',
  spent_proofs: 'stay',
  job_runs: 'stay',
} as const satisfies Record<SharedTable, 'with the clinic' | 'if used' | 'stay'>;

type UsedTable = {
  [Table in SharedTable]: (typeof shared)[Table] extends 'if used' ? Table : never;
}[SharedTable];

// The versions that surveys and consents of a clinic were pinned to.
const used: { [Table in UsedTable]: (clinicId: string) => string } = {
  instrument_versions: (clinicId) => `(t.id, t.version) IN (SELECT one ->> 'id', one ->> 'version'
    FROM survey_sessions, jsonb_array_elements(instruments) AS one WHERE clinic_id = '${clinicId}')`,
  protocol_versions: (clinicId) => `(t.id, t.version) IN (SELECT protocol_id, protocol_version
    FROM survey_sessions WHERE clinic_id = '${clinicId}')`,
  consent_texts: (clinicId) =>
    `t.version IN (SELECT version FROM study_consents WHERE clinic_id = '${clinicId}')`,
};

/** A table of a clinic's archive. `shared`: its rows belong to all clinics, and may be there already. */
export type MovedTable = {
  name: string;
  columns: string[];
  shared: boolean;
  select(clinicId: string): string;
};

/**
 * The tables with rows of a clinic, from the database's catalogue, each after those that it refers to. What a backup leaves
 * out stays behind here as well.
 */
export async function planClinicTables(pool: Pool): Promise<MovedTable[]> {
  const { columns } = await withoutTenant(pool, readCatalogue);
  const columnsOf = (name: string) => (columns.get(name) ?? []).map(quoted);
  const versions = Object.entries(used).map(([name, condition]) => {
    const list = columnsOf(name);
    const read = `SELECT ${list.map((column) => `t.${column}`).join(', ')} FROM ${quoted(name)} t`;
    const select = (clinicId: string) => `${read} WHERE ${condition(clinicId)}`;
    return { name: quoted(name), columns: list, shared: true, select };
  });
  const kept = (await ownedTables(pool)).filter(
    ({ name }) => !leftOut.some((other) => quoted(other) === name),
  );
  const rows = kept.map(({ name, owner }) => {
    const list = columnsOf(name.slice(1, -1));
    const select = (clinicId: string) =>
      name === '"audit_unsealed"'
        ? // The server's role reads this table only through a function.
          `SELECT '${clinicId}'::uuid, unsealed_audit_ids()`
        : `SELECT ${list.join(', ')} FROM ${name} WHERE ${owner} = '${clinicId}'`;
    return { name, columns: list, shared: false, select };
  });
  return [...versions, ...rows];
}
