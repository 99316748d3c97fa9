import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/** The user names of these accounts of a clinic, by id. */
export async function accountNames(
  db: Db,
  clinicId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; username: string }>`
    SELECT id, username FROM accounts WHERE clinic_id = ${clinicId} AND id = ANY(${[...ids]}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, username }) => [id, username]));
}
