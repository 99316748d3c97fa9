import type { ClientBase } from 'pg';

/** The statement that makes a foreign key, a key or an index again. */
type Made = { drop: string; make: string };

// Foreign keys go first and come last, because they need the keys of their targets.
const ALL = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
  FROM (SELECT * FROM pg_constraint WHERE contype IN ('f', 'p', 'u') AND connamespace = 'public'::regnamespace
      AND conparentid = 0 ORDER BY contype = 'f' DESC, conrelid, conname) AS keys
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u'))`;

/**
 * Drops foreign keys, keys and indexes in the transaction, and returns the statements that make them again. Made once over all
 * rows they cost a fraction of looking at each row, and they check as much: a row that breaks one of them ends the restore.
 */
export async function dropIndexes(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<Made>(ALL);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ make }) => make).toReversed();
}

export async function makeIndexes(client: ClientBase, statements: readonly string[]): Promise<void> {
  await client.query(`SET LOCAL maintenance_work_mem = '256MB'; SET LOCAL work_mem = '64MB'`);
  for (const statement of statements) await client.query(statement);
}
