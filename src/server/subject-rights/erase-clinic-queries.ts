import type { ClientBase, Pool } from 'pg';
import { ownedTables } from '../database/catalogue.ts';
import { asOwner, enterClinicForCopy } from '../database/copy.ts';

/**
 * Deletes every row of a clinic, its trail included, and keeps that it was erased, by which operator, and the end of the
 * trail. Returns the number of rows; 0 if there is no such clinic. `url` names the login that migrates.
 */
export async function eraseClinic(
  { url, pool }: { url: string; pool: Pool },
  clinicId: string,
  operator: string,
): Promise<number> {
  const tables = await ownedTables(pool);
  return asOwner(url, async (client) => {
    await enterClinicForCopy(client, clinicId);
    await keepTombstone(client, clinicId, operator);
    let rows = 0;
    // A table stands after those that it refers to.
    for (const { name, owner } of tables.toReversed()) {
      const { rowCount } = await client.query(`DELETE FROM ${name} WHERE ${owner} = $1`, [clinicId]);
      rows += rowCount ?? 0;
    }
    return rows;
  });
}

async function keepTombstone(client: ClientBase, clinicId: string, operator: string): Promise<void> {
  await client.query(
    `INSERT INTO erased_clinics (id, name, operator, trail_rows, trail_hash)
     SELECT c.id, c.name, $2, coalesce(h.seq, 0), h.hash FROM clinics c LEFT JOIN audit_heads h ON h.clinic = c.id
     WHERE c.id = $1 ON CONFLICT (id) DO NOTHING`,
    [clinicId, operator],
  );
}
