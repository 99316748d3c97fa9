import type { SurveyPlan } from '../../domain/survey-plan.ts';
import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import type { SessionRow } from './session-queries.ts';

/** The columns that fix the questions of a session. */
export type Pinned = Pick<
  SessionRow,
  'seed' | 'protocol_id' | 'protocol_version' | 'instruments' | 'window_type'
>;

/** The plan of a session from the versions it is pinned to. */
export async function pinnedPlan(
  db: Db,
  { registry }: Pick<Services, 'registry'>,
  row: Pinned,
): Promise<SurveyPlan> {
  const version = { id: row.protocol_id, version: row.protocol_version };
  const protocol = await registry.pinnedProtocol(db, version);
  const { condition_severity, crisis_events, parts, skips } = protocol;
  return {
    seed: row.seed,
    protocol_version: row.protocol_version,
    instruments: await registry.pinnedInstruments(db, row.instruments, protocol),
    context: { window_type: row.window_type },
    condition_severity,
    crisis_events,
    parts,
    skips,
  };
}
