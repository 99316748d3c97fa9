import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import type { Version } from './registry-queries.ts';

/** A version as it is stored: who published it under which licence, and who signed for it. */
export type StoredInstrument = Version & {
  readonly hash: string;
  readonly content: unknown;
  readonly licence: unknown;
  readonly signatures: unknown;
  readonly published: string;
};

/** All versions that a clinic published itself, the oldest first. */
export function storedInstruments(db: Db, clinicId: string): Promise<readonly StoredInstrument[]> {
  return db
    .selectFrom('clinic_instruments')
    .select(['id', 'version', 'hash', 'content', 'licence', 'signatures', 'published'])
    .where('clinic_id', '=', clinicId)
    .orderBy('published')
    .orderBy('id')
    .orderBy('version')
    .execute();
}

/** The versions with one of these ids that a clinic published, and who signed for them. */
export function storedSignatures(
  db: Db,
  clinicId: string,
  ids: readonly string[],
): Promise<readonly Pick<StoredInstrument, 'id' | 'version' | 'hash' | 'signatures'>[]> {
  return db
    .selectFrom('clinic_instruments')
    .select(['id', 'version', 'hash', 'signatures'])
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', ids)
    .execute();
}

export type StoredProtocol = { readonly revision: number; readonly hash: string; readonly content: unknown };

/** The protocol that a clinic set itself: the newest one, or that of a revision. */
export function storedProtocol(
  db: Db,
  clinicId: string,
  revision?: number,
): Promise<StoredProtocol | undefined> {
  return db
    .selectFrom('clinic_protocols')
    .select(['revision', 'hash', 'content'])
    .where('clinic_id', '=', clinicId)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision ?? 0))
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** What `clinics.content_state` says of a clinic; null for one that does not exist. */
export async function findContentState(db: Db, clinicId: string): Promise<string | null> {
  const row = await db
    .selectFrom('clinics')
    .select('content_state')
    .where('id', '=', clinicId)
    .executeTakeFirst();
  return row?.content_state ?? null;
}

/** Lets every process read the content of the clinic anew. Publications of one clinic wait for each other. */
export async function renewContentState(db: Db, clinicId: string): Promise<void> {
  await db
    .updateTable('clinics')
    .set({ content_state: sql<string>`gen_random_uuid()` })
    .where('id', '=', clinicId)
    .execute();
}

/** True if an operator's file had the id at any time. */
export async function isOperatorsId(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('instrument_versions').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Stores a version. False if the clinic has published it already. */
export async function insertClinicInstrument(
  db: Db,
  clinicId: string,
  one: Version & { hash: string; content: object; licence: object; signatures: readonly object[] },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('clinic_instruments')
    .values({
      clinic_id: clinicId,
      id: one.id,
      version: one.version,
      hash: one.hash,
      content: JSON.stringify(one.content),
      licence: JSON.stringify(one.licence),
      signatures: JSON.stringify(one.signatures),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function insertClinicProtocol(
  db: Db,
  clinicId: string,
  { revision, hash, content }: { revision: number; hash: string; content: object },
): Promise<void> {
  await db
    .insertInto('clinic_protocols')
    .values({ clinic_id: clinicId, revision, hash, content: JSON.stringify(content) })
    .execute();
}
