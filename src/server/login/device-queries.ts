import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import { DEVICE_DAYS } from './devices.ts';
import { type Owner, ownedBy } from './owner-queries.ts';

export async function isKnownDevice(db: Db, clinicId: string, id: string): Promise<boolean> {
  const device = await db
    .selectFrom('known_devices')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', id)
    .where('renewed', '>', sql<string>`now() - make_interval(days => ${DEVICE_DAYS}::int)`)
    .executeTakeFirst();
  return device !== undefined;
}

export async function rememberDevice(db: Db, clinicId: string, id: string, owner: Owner): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({
      clinic_id: clinicId,
      id,
      account_id: 'accountId' in owner ? owner.accountId : null,
      patient_id: 'patientId' in owner ? owner.patientId : null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['clinic_id', 'id'])
        .doUpdateSet({ renewed: sql`now()`, renewed_before: sql`known_devices.renewed` }),
    )
    .execute();
}

/** The known devices of all staff of a clinic. */
export async function staffDevices(db: Db, clinicId: string): Promise<{ id: string; account_id: string }[]> {
  const { rows } = await sql<{ id: string; account_id: string }>`SELECT id, account_id FROM known_devices
    WHERE clinic_id = ${clinicId} AND account_id IS NOT NULL
      AND renewed > now() - make_interval(days => ${DEVICE_DAYS}::int)`.execute(db);
  return rows;
}

/** Forgets every known device of a user. */
export async function forgetDevices(db: Db, clinicId: string, owner: Owner): Promise<void> {
  await sql`DELETE FROM known_devices WHERE clinic_id = ${clinicId} AND ${ownedBy(owner)}`.execute(db);
}
