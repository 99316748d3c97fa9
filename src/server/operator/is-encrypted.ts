import { storedFingerprints } from '../database/queries.ts';
import { onOwnConnection } from '../database/transaction.ts';
import type { CommandContext } from './command.ts';
import { hasDatabase } from './open-services.ts';

/** True if the database answers and was encrypted with a key. One without tables was not. */
export async function isEncrypted({ databaseUrl }: CommandContext): Promise<boolean> {
  if (!hasDatabase()) return false;
  try {
    return (await onOwnConnection(await databaseUrl(), storedFingerprints)).length > 0;
  } catch {
    return false;
  }
}
