import { sql } from 'kysely';
import type { Db } from '../src/server/db/transaction.ts';

/**
 * The number of transactions of this database that wait for a lock. It asks pg_locks alone, because a transaction sees
 * pg_stat_activity as it was at its first look, without connections that were opened since.
 */
export async function waitingForLocks(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks
    WHERE NOT granted AND pid IN (SELECT pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE d.datname = current_database())`.execute(db);
  return rows[0]?.waiting ?? 0;
}
