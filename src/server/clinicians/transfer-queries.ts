import { sql } from 'kysely';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { Db } from '../database/transaction.ts';

/** A patient whom an admin took from a clinician, and where the patient went and is now. */
export type TransferredPatient = {
  id: string;
  code: string;
  /** The clinician who got the patient. */
  to_id: string;
  to_username: string;
  day: IsoDate;
  is_still_there: boolean;
};

/**
 * The patients whom an admin took from this clinician within the last `days` and who have not come back: each by the last
 * time, the last ones first. The trail says who went where (product 2.17).
 */
export async function listTransferred(
  db: Db,
  clinicId: string,
  clinicianId: string,
  { days, timeZone }: { days: number; timeZone: string },
): Promise<TransferredPatient[]> {
  const { rows } = await sql<TransferredPatient>`
    WITH last AS (
      SELECT DISTINCT ON (patient_id) patient_id, id, at, split_part(object_id, ' ', 2)::uuid AS to_id FROM audit
      WHERE clinic_id = ${clinicId} AND action = 'patient_assigned' AND at > now() - make_interval(days => ${days}::int)
        AND actor_id IN (SELECT id FROM accounts WHERE clinic_id = ${clinicId} AND role = 'admin')
        AND object_id LIKE ${`${clinicianId} %`} AND patient_id IS NOT NULL
      ORDER BY patient_id, id DESC)
    SELECT p.id, p.code, last.to_id, c.username AS to_username, to_char(last.at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS day,
      p.clinician_id = last.to_id AS is_still_there
    FROM last JOIN patients p ON p.clinic_id = ${clinicId} AND p.id = last.patient_id
    JOIN accounts c ON c.clinic_id = ${clinicId} AND c.id = last.to_id
    WHERE p.clinician_id <> ${clinicianId} ORDER BY day DESC, c.username COLLATE "C", p.code_key COLLATE "C"`.execute(
    db,
  );
  return rows;
}
