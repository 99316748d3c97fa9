import { DatabaseClient } from '../database-client.ts';
import { startupOptions } from './pool-settings.ts';

/** Put into the address of a database behind a pooler, which lends a connection for one transaction (record 146). */
const POOLER_MARK = 'pooler=transaction';

export const isThroughPooler = (url: string): boolean => url.includes(POOLER_MARK);

/**
 * The address, with a mark if something between here and the database drops or refuses the settings of a connection, as
 * PgBouncer does. Transactions then carry them.
 */
export async function markPooler(url: string): Promise<string> {
  if (isThroughPooler(url) || (await keepsSettings(url))) return url;
  return `${url}${url.includes('?') ? '&' : '?'}${POOLER_MARK}`;
}

async function keepsSettings(url: string): Promise<boolean> {
  const client = new DatabaseClient({
    connectionString: url,
    options: startupOptions({}),
    application_name: 'resonanz',
    connectionTimeoutMillis: 10_000,
  });
  // A broken connection makes the running query fail, so this event needs no answer.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`SELECT current_setting('role') = 'resonanz_app' AS kept`);
    return rows[0].kept;
  } catch (error) {
    if (/unsupported startup parameter/.test((error as Error).message)) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
