import { sql } from 'kysely';
import type { Pool } from 'pg';
import { withoutTenant, type Db } from './transaction.ts';

/** The tables with their columns and foreign keys, from the database's catalogue. */
export type Catalogue = { columns: Map<string, string[]>; foreignKeys: ForeignKey[] };
type ForeignKey = { table: string; columns: string[]; target: string; targetColumns: string[] };

export async function readCatalogue(db: Db): Promise<Catalogue> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    SELECT c.relname AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`.execute(db);
  const foreignKeys = await sql<ForeignKey>`SELECT t.relname AS "table", o.relname AS target,
      ARRAY(SELECT attname::text FROM unnest(f.conkey) WITH ORDINALITY AS k (num, place)
        JOIN pg_attribute ON attrelid = f.conrelid AND attnum = num ORDER BY place) AS columns,
      ARRAY(SELECT attname::text FROM unnest(f.confkey) WITH ORDINALITY AS k (num, place)
        JOIN pg_attribute ON attrelid = f.confrelid AND attnum = num ORDER BY place) AS "targetColumns"
    FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid JOIN pg_class o ON o.oid = f.confrelid
    WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace ORDER BY t.relname, f.conname`.execute(
    db,
  );
  return {
    columns: new Map(rows.map(({ table, columns }) => [table, columns])),
    foreignKeys: foreignKeys.rows,
  };
}

/** A name as a quoted SQL identifier. */
export const quoted = (name: string) => `"${name}"`;

/** The tables, each after those that it refers to. */
export function afterTheirTargets({ columns, foreignKeys }: Catalogue): string[] {
  const order: string[] = [];
  const visit = (name: string, above: readonly string[]) => {
    if (order.includes(name) || above.includes(name)) return;
    for (const { table, target } of foreignKeys) if (table === name) visit(target, [...above, name]);
    order.push(name);
  };
  for (const name of columns.keys()) visit(name, []);
  return order;
}

/** Every table with rows of clinics, each after those that it refers to, and the column with the clinic's id, quoted. */
export async function ownedTables(pool: Pool): Promise<{ name: string; owner: string }[]> {
  const catalogue = await withoutTenant(pool, readCatalogue);
  return afterTheirTargets(catalogue).flatMap((name) => {
    const columns = catalogue.columns.get(name) ?? [];
    const owner = name === 'clinics' ? 'id' : ['clinic_id', 'clinic'].find((one) => columns.includes(one));
    return owner === undefined ? [] : [{ name: quoted(name), owner: quoted(owner) }];
  });
}

/** The column with the patient's id, and the joins that lead there from the table, whose alias is t. */
export type WayToPatient = { patient: string; joins: string };

/** The shortest way of foreign keys from a table to its patient, through tables of one clinic. Undefined if there is none. */
export function wayToPatient(
  name: string,
  { foreignKeys }: Catalogue,
  clinic = 't.clinic_id',
): WayToPatient | undefined {
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
      const join = `LEFT JOIN ${quoted(key.target)} ${alias} ON ${alias}.clinic_id = ${clinic} AND ${matches.join(' AND ')}`;
      return { table: key.target, alias, joins: `${way.joins} ${join}` };
    });
  }
  return undefined;
}
