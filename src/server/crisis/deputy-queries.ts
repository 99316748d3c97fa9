import { sql } from 'kysely';
import type { IsoDate } from '../../domain/iso-date.ts';
import type { Db } from '../database/transaction.ts';

export type DeputyRow = { deputy_id: string; username: string; from: IsoDate; until: IsoDate };

/** The deputy of each clinician of a clinic who named one, by clinician. */
export async function deputiesByClinician(db: Db, clinicId: string): Promise<ReadonlyMap<string, DeputyRow>> {
  const { rows } = await sql<DeputyRow & { clinician_id: string }>`
    SELECT d.clinician_id, d.deputy_id, a.username, d.first_day AS "from", d.last_day AS until
    FROM deputies d JOIN accounts a ON a.clinic_id = d.clinic_id AND a.id = d.deputy_id
    WHERE d.clinic_id = ${clinicId}`.execute(db);
  return new Map(rows.map(({ clinician_id: id, ...row }) => [id, row]));
}

/** The colleagues whose deputy a clinician is on this day or later. */
export async function listDeputyOf(db: Db, clinicId: string, deputyId: string, today: IsoDate) {
  const { rows } = await sql<{ clinician_id: string; username: string; from: IsoDate; until: IsoDate }>`
    SELECT d.clinician_id, a.username, d.first_day AS "from", d.last_day AS until
    FROM deputies d JOIN accounts a ON a.clinic_id = d.clinic_id AND a.id = d.clinician_id
    WHERE d.clinic_id = ${clinicId} AND d.deputy_id = ${deputyId} AND d.last_day >= ${today}::date
    ORDER BY d.first_day, d.clinician_id`.execute(db);
  return rows;
}

/** Names the deputy of a clinician in place of an earlier one. */
export async function upsertDeputy(
  db: Db,
  clinicId: string,
  clinicianId: string,
  { deputyId, from, until }: { deputyId: string; from: IsoDate; until: IsoDate },
): Promise<void> {
  const named = { deputy_id: deputyId, first_day: from, last_day: until };
  await db
    .insertInto('deputies')
    .values({ clinic_id: clinicId, clinician_id: clinicianId, ...named })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'clinician_id']).doUpdateSet(named))
    .execute();
}

export async function deleteDeputy(db: Db, clinicId: string, clinicianId: string): Promise<void> {
  await db
    .deleteFrom('deputies')
    .where('clinic_id', '=', clinicId)
    .where('clinician_id', '=', clinicianId)
    .execute();
}

/** The clinicians who have this deputy, also after the last day. */
export async function listDeputised(db: Db, clinicId: string, deputyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('deputies')
    .select('clinician_id')
    .where('clinic_id', '=', clinicId)
    .where('deputy_id', '=', deputyId)
    .execute();
  return rows.map(({ clinician_id: id }) => id);
}

/** Gives the open events that were handed over to a clinician back to the treating ones. Returns them. */
export async function returnEvents(db: Db, clinicId: string, clinicianId: string) {
  return db
    .updateTable('crisis_events')
    .set({ handed_to: null })
    .where('clinic_id', '=', clinicId)
    .where('handed_to', '=', clinicianId)
    .where('acknowledged_at', 'is', null)
    .returning(['id', 'patient_id'])
    .execute();
}

export async function findReminderAddress(
  db: Db,
  clinicId: string,
  accountId: string,
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('reminder_addresses')
    .select('address_encrypted')
    .where('clinic_id', '=', clinicId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.address_encrypted;
}

/** Keeps the address of a clinician, or deletes it (null). */
export async function replaceReminderAddress(
  db: Db,
  clinicId: string,
  accountId: string,
  address: Buffer | null,
): Promise<void> {
  if (address === null) {
    await db
      .deleteFrom('reminder_addresses')
      .where('clinic_id', '=', clinicId)
      .where('account_id', '=', accountId)
      .execute();
    return;
  }
  await db
    .insertInto('reminder_addresses')
    .values({ clinic_id: clinicId, account_id: accountId, address_encrypted: address })
    .onConflict((conflict) =>
      conflict.columns(['clinic_id', 'account_id']).doUpdateSet({ address_encrypted: address }),
    )
    .execute();
}
