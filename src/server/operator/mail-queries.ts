import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';

/** A mail of the queues. The patient is whom it was for, or whom a reminder to the staff is about. */
export type FoundMail = {
  mail: string;
  state: string;
  sent: string | null;
  patient: string | null;
};

/** The mail of a clinic with this id. */
export async function findMail(db: Db, clinicId: string, id: string): Promise<FoundMail | undefined> {
  const { rows } = await sql<FoundMail>`
    SELECT m.mail, m.state, m.sent_at AS sent, p.code AS patient FROM (
      SELECT 'survey ' || kind AS mail, state, sent_at, patient_id
        FROM outbox WHERE clinic_id = ${clinicId} AND id = ${id}
      UNION ALL SELECT 'confirmation of an address', state, sent_at, patient_id
        FROM address_confirmations WHERE clinic_id = ${clinicId} AND id = ${id}
      UNION ALL SELECT 'crisis ' || r.step, r.state, r.sent_at, e.patient_id
        FROM crisis_reminders r JOIN crisis_events e ON e.clinic_id = r.clinic_id AND e.id = r.event_id
        WHERE r.clinic_id = ${clinicId} AND r.id = ${id}
    ) AS m LEFT JOIN patients p ON p.clinic_id = ${clinicId} AND p.id = m.patient_id`.execute(db);
  return rows[0];
}
