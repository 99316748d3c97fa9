import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '../src/server/database/transaction.ts';

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

/** Comes back when all these calls wait for a lock of the transaction. Fails at once if one of them ends before. */
export async function untilAllWait(db: Db, calls: readonly Promise<unknown>[]): Promise<void> {
  const ended: unknown[] = [];
  for (const call of calls) {
    call.then(
      (answer) => ended.push(answer),
      (error: unknown) => ended.push(error),
    );
  }
  while ((await waitingForLocks(db)) < calls.length) {
    if (ended.length > 0) throw new Error(`a call ended before all of them waited: ${inspect(ended[0])}`);
    await setImmediate();
  }
}
