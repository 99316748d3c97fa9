import type { Pool } from 'pg';
import { sql } from 'kysely';
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

type Column = { table: string; column: string };
type ForeignKey = { table: string; columns: string[]; target: string; targetColumns: string[] };

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
  const { columns, foreignKeys } = await withoutTenant(pool, async (db) => ({
    columns: (
      await sql<Column>`SELECT c.relname AS "table", a.attname AS "column"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY c.relname, a.attnum`.execute(
        db,
      )
    ).rows,
    foreignKeys: (
      await sql<ForeignKey>`SELECT f.conrelid::regclass::text AS "table", f.confrelid::regclass::text AS target,
        ARRAY(SELECT attname::text FROM unnest(f.conkey) WITH ORDINALITY AS k (num, place)
          JOIN pg_attribute ON attrelid = f.conrelid AND attnum = num ORDER BY place) AS columns,
        ARRAY(SELECT attname::text FROM unnest(f.confkey) WITH ORDINALITY AS k (num, place)
          JOIN pg_attribute ON attrelid = f.confrelid AND attnum = num ORDER BY place) AS "targetColumns"
        FROM pg_constraint f WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace
        ORDER BY f.conrelid::regclass::text, f.conname`.execute(db)
    ).rows,
  }));
  return plansOf(columns, foreignKeys);
}

function plansOf(columns: readonly Column[], foreignKeys: readonly ForeignKey[]): TablePlan[] {
  const columnsOf = Map.groupBy(columns, ({ table }) => table);
  const order = afterTheirTargets([...columnsOf.keys()], foreignKeys);
  const kept = order.filter((name) => !(leftOut as readonly string[]).includes(name));
  return kept.map((name) => {
    const names = (columnsOf.get(name) ?? []).map(({ column }) => quoted(column));
    const way = wayToPatient(name, foreignKeys);
    const own = ownSelects[name];
    if (own !== undefined)
      return { name: quoted(name), columns: names, byClinic: true, ofPatients: false, select: own };
    const list = names.map((column) => `t.${column}`).join(', ');
    return {
      name: quoted(name),
      columns: names,
      byClinic: names.includes('"clinic_id"'),
      ofPatients: way !== undefined,
      select: way
        ? `SELECT ${way.patient}, ${list} FROM ${quoted(name)} t ${way.joins} ORDER BY 1`
        : `SELECT ${list} FROM ${quoted(name)} t`,
    };
  });
}

const quoted = (name: string) => `"${name}"`;

function afterTheirTargets(names: readonly string[], foreignKeys: readonly ForeignKey[]): string[] {
  const order: string[] = [];
  const visit = (name: string, above: readonly string[]) => {
    if (order.includes(name) || above.includes(name)) return;
    for (const { table, target } of foreignKeys) if (table === name) visit(target, [...above, name]);
    order.push(name);
  };
  for (const name of names) visit(name, []);
  return order;
}

type Way = { patient: string; joins: string };

/** How a table's rows lead to the patient they belong to, by the fewest foreign keys; undefined where they do not. */
function wayToPatient(name: string, foreignKeys: readonly ForeignKey[]): Way | undefined {
  if (name === 'patients') return { patient: 't.id', joins: '' };
  let ways = [{ table: name, alias: 't', joins: '' }];
  for (let depth = 1; ways.length > 0 && depth < 6; depth++) {
    const keys = ways.flatMap((way) =>
      foreignKeys.filter(({ table }) => table === way.table).map((key) => ({ way, key })),
    );
    const last = keys.find(({ key }) => key.target === 'patients');
    if (last) {
      const column = last.key.columns[last.key.targetColumns.indexOf('id')] ?? '';
      return { patient: `${last.way.alias}.${quoted(column)}`, joins: last.way.joins };
    }
    ways = keys.map(({ way, key }, index) => {
      const alias = `j${depth}_${index}`;
      const matches = key.columns.map(
        (column, place) =>
          `${alias}.${quoted(key.targetColumns[place] ?? '')} = ${way.alias}.${quoted(column)}`,
      );
      const join = `LEFT JOIN ${quoted(key.target)} ${alias} ON ${matches.join(' AND ')}`;
      return { table: key.target, alias, joins: `${way.joins} ${join}` };
    });
  }
  return undefined;
}
