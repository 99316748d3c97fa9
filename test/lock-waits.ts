import { sql } from 'kysely';
import type { Db } from '../src/server/db/transaction.ts';

/** The number of transactions of this database that wait for a lock. */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks
    WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
}
