import { sql } from 'kysely';
import type { SymptomChange } from '../../domain/window-types.ts';
import type { SessionKey } from '../database/row-keys.ts';
import type { Db } from '../database/transaction.ts';

/** Finished sessions in a window that wait for their judgement. Other processes pass them over until the end. */
export async function lockUnjudged(db: Db, clinicId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM survey_sessions
    WHERE clinic_id = ${clinicId} AND finished_at IS NOT NULL AND window_id IS NOT NULL AND symptom_change IS NULL
    LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(db);
  return rows.map(({ id }) => id);
}

export async function noteChange(
  db: Db,
  { clinicId, sessionId }: SessionKey,
  change: SymptomChange,
): Promise<void> {
  await sql`UPDATE survey_sessions SET symptom_change = ${change}
    WHERE clinic_id = ${clinicId} AND id = ${sessionId}`.execute(db);
}
