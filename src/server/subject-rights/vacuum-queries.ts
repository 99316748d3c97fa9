import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { DatabaseClient } from '../database/client.ts';
import { ownConnection } from '../database/pool.ts';

// `patients` holds the codes. VACUUM alone leaves erased bytes in the free space of a page, so this table is written anew,
// with the values that the planner keeps. The rows of the other tables hang on random ids that lead nowhere any more.
const REWRITTEN = 'patients';

// A backup, an export or an ANALYZE of PostgreSQL itself may still see the erased row, and as long keeps it in the file.
const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;

/**
 * Removes erased rows from the files of the tables. False if the server may not: before PostgreSQL 17 only the owner of a
 * table may vacuum it. False also if another transaction sees the erased rows for longer than `patience` (milliseconds).
 */
export async function removeDeadRows(pool: Pool, patience = PATIENCE_MS): Promise<boolean> {
  const client = ownConnection(pool);
  try {
    await client.connect();
    return await vacuum(client, patience);
  } finally {
    await client.end();
  }
}

async function vacuum(client: DatabaseClient, patience: number): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT relname AS name FROM pg_class c WHERE relkind = 'r' AND relforcerowsecurity
       AND relnamespace = 'public'::regnamespace AND current_setting('server_version_num')::int >= 170000
       AND EXISTS (SELECT FROM aclexplode(relacl) WHERE privilege_type = 'MAINTAIN' AND grantee = current_user::regrole)
     ORDER BY name`,
  );
  const names = rows.map(({ name }) => name);
  if (!names.includes(REWRITTEN)) return false;
  // The rewriting locks the table, for 0.3 seconds with 10,000 patients. It waits three seconds for its turn.
  await client.query('SET statement_timeout = 0');
  const seenByNone = await waitForOldViews(client, patience);
  await client.query(`VACUUM (FULL, ANALYZE) ${REWRITTEN}`);
  await client.query(`VACUUM ${names.join(', ')}`);
  return seenByNone;
}

/** Waits until no transaction sees a dead row of the table any more. False if `patience` ended first. */
async function waitForOldViews(client: DatabaseClient, patience: number): Promise<boolean> {
  for (const deadline = Date.now() + patience; ; await pause(PAUSE_MS)) {
    // It lets all others work. The statistics then count only the dead rows that a transaction still sees.
    await client.query(`VACUUM ${REWRITTEN}`);
    const { rows } = await client.query(`SELECT pg_stat_get_dead_tuples('${REWRITTEN}'::regclass) AS seen`);
    if (Number(rows[0].seen) === 0) return true;
    if (Date.now() > deadline) return false;
  }
}
