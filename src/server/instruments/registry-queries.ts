import { sql } from 'kysely';
import type { Db } from '../db/transaction.ts';
import type { Version } from './registry.ts';

/** Stores a version where it is new; returns the hash it is known by. */
export async function registerInstrumentVersion(
  db: Db,
  { id, version }: Version,
  hash: string,
  content: string,
): Promise<string | undefined> {
  await db
    .insertInto('instrument_versions')
    .values({ id, version, hash, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findInstrumentVersion(db, { id, version })).hash;
}

/** Stores a version where it is new; returns the hash it is known by. */
export async function registerProtocolVersion(
  db: Db,
  { id, version }: Version,
  hash: string,
  content: string,
): Promise<string | undefined> {
  await db
    .insertInto('protocol_versions')
    .values({ id, version, hash, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findProtocolVersion(db, { id, version })).hash;
}

type StoredVersion = { hash: string; content: unknown };

/** Throws where the version is not stored: a session's version always is. */
export async function findInstrumentVersion(db: Db, { id, version }: Version): Promise<StoredVersion> {
  const { rows } = await sql<StoredVersion>`
    SELECT hash, content FROM instrument_versions WHERE id = ${id} AND version = ${version}`.execute(db);
  return rows[0] ?? notStored('instrument', id, version);
}

/** Throws where the version is not stored: a session's version always is. */
export async function findProtocolVersion(db: Db, { id, version }: Version): Promise<StoredVersion> {
  const { rows } = await sql<StoredVersion>`
    SELECT hash, content FROM protocol_versions WHERE id = ${id} AND version = ${version}`.execute(db);
  return rows[0] ?? notStored('protocol', id, version);
}

function notStored(what: string, id: string, version: string): never {
  throw new Error(`the ${what} ${id} ${version} is not stored`);
}
