import { sql } from 'kysely';
import type { IsoDate } from '../../../domain/iso-date.ts';
import type { WindowType } from '../../../domain/window-types.ts';
import type { Db } from '../../../server/database/transaction.ts';

/** How many windows of these types are not over and have no survey yet, and how many patients they belong to. */
export async function countUnbegun(
  db: Db,
  clinicId: string,
  { types, today }: { types: readonly WindowType[]; today: IsoDate },
): Promise<{ patients: number; windows: number }> {
  const { rows } = await sql<{ patients: number; windows: number }>`
    SELECT count(DISTINCT patient_id)::int AS patients, count(*)::int AS windows FROM survey_windows w
    WHERE clinic_id = ${clinicId} AND type = ANY(${[...types]}::text[]) AND end_date >= ${today}
      AND NOT EXISTS (SELECT FROM survey_sessions s WHERE s.clinic_id = ${clinicId} AND s.window_id = w.id)`.execute(
    db,
  );
  return rows[0] ?? { patients: 0, windows: 0 };
}
