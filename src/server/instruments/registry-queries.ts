import type { Db } from '../database/transaction.ts';

/** Identifies one immutable version of an instrument or a protocol. */
export type Version = { readonly id: string; readonly version: string };

type VersionTable = 'instrument_versions' | 'protocol_versions';

/** Stores a version that is new. Returns the stored hash, which differs where the version has another content. */
export async function registerVersion(
  db: Db,
  table: VersionTable,
  { id, version }: Version,
  { hash, text }: { hash: string; text: string },
): Promise<string> {
  await db
    .insertInto(table)
    .values({ id, version, hash, content: text })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findVersion(db, table, { id, version })).hash;
}

export type StoredVersion = { hash: string; content: unknown };

/** Throws if the version is not stored. The version of a session is always stored. */
export async function findVersion(
  db: Db,
  table: VersionTable,
  { id, version }: Version,
): Promise<StoredVersion> {
  const row = await db
    .selectFrom(table)
    .select(['hash', 'content'])
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw new Error(`${id} ${version} is not stored in ${table}`);
  return row;
}
