import type { Pool } from 'pg';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import type { Log } from '../observe/log.ts';
import { appendHeads, beginsMonth } from './heads-file.ts';
import * as queries from './seal-queries.ts';

const ROWS_AT_A_TIME = 1000;

/** Seals every waiting row of every clinic. Several processes may do this at the same time. */
export async function sealAudit(pool: Pool): Promise<void> {
  for (const clinic of await withoutTenant(pool, queries.clinicsToSeal)) {
    for (;;) {
      const sealed = await withTenant(pool, clinic, (db) => queries.sealRows(db, ROWS_AT_A_TIME));
      if (sealed < ROWS_AT_A_TIME) break;
    }
  }
}

/**
 * Writes the end of every chain that has grown since `published` to the log and to a file outside the database (R64),
 * and returns the new state. A new month begins with the ends of all chains, so earlier files can be kept elsewhere. An attacker who controls the database cannot take this back.
 */
export async function publishHeads(
  pool: Pool,
  {
    log,
    dataDir,
    published,
    now,
  }: { log: Log; dataDir: string; published: ReadonlyMap<string, number>; now: number },
): Promise<Map<string, number>> {
  const heads = await withoutTenant(pool, queries.listHeads);
  const at = new Date(now).toISOString();
  const isNew = beginsMonth(dataDir, at);
  const grown = heads.filter(({ clinic, seq }) => isNew || published.get(clinic) !== seq);
  if (grown.length > 0) appendHeads(dataDir, grown, at);
  for (const head of grown) log.info({ audit_head: head }, 'audit head');
  return new Map(heads.map(({ clinic, seq }) => [clinic, seq]));
}
