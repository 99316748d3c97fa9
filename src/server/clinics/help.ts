import type { Help } from '../../domain/crisis.ts';
import type { Config } from '../settings/config.ts';
import type { Db } from '../database/transaction.ts';
import { findHelp } from './queries.ts';

/** The help in a crisis that a clinic gives: its own, or that of the configuration. */
export async function clinicHelp(db: Db, config: Config, clinicId: string): Promise<Help> {
  return (await findHelp(db, clinicId)) ?? config.public.help;
}
