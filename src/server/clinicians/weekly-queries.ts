import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';

export type AccountKey = { readonly clinicId: string; readonly accountId: string };

export type WeeklyChoice = {
  wanted: boolean;
  confirmation_id: string | null;
  asked_at: string | null;
  confirmed_at: string | null;
};

/** What a clinician chose; undefined before a choice. */
export async function findWeeklyChoice(db: Db, key: AccountKey): Promise<WeeklyChoice | undefined> {
  return choiceOf(db, key).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export async function lockWeeklyChoice(db: Db, key: AccountKey): Promise<WeeklyChoice | undefined> {
  return choiceOf(db, key).forUpdate().executeTakeFirst();
}

function choiceOf(db: Db, { clinicId, accountId }: AccountKey) {
  return db
    .selectFrom('weekly_choices')
    .select(['wanted', 'confirmation_id', 'asked_at', 'confirmed_at'])
    .where('clinic_id', '=', clinicId)
    .where('account_id', '=', accountId);
}

export async function storeWeeklyChoice(
  db: Db,
  { clinicId, accountId }: AccountKey,
  choice: WeeklyChoice,
): Promise<void> {
  await db
    .insertInto('weekly_choices')
    .values({ clinic_id: clinicId, account_id: accountId, ...choice })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'account_id']).doUpdateSet(choice))
    .execute();
}

/** Puts the mail into the queue that asks whether the address is right. */
export async function insertWeeklyQuestion(
  db: Db,
  { clinicId, accountId }: AccountKey,
  { id, at }: { id: string; at: string },
): Promise<void> {
  await db
    .insertInto('weekly_mails')
    .values({ clinic_id: clinicId, id, account_id: accountId, week: null, due: at })
    .execute();
}

/** Another address, or none: the choice ends, and the next one asks about the new address. */
export async function endWeeklyChoice(db: Db, { clinicId, accountId }: AccountKey): Promise<void> {
  await sql`UPDATE weekly_choices SET wanted = false, confirmation_id = NULL, confirmed_at = NULL
    WHERE clinic_id = ${clinicId} AND account_id = ${accountId}`.execute(db);
}
