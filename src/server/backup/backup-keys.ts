import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { ClientBase, Pool } from 'pg';
import * as v from 'valibot';
import { withCopySnapshot } from '../database/copy.ts';
import { type Db, withTenant } from '../database/transaction.ts';
import { cellPlace } from '../keys/cells.ts';
import { decryptField, encryptField, type Keys } from '../keys/keys.ts';
import { damaged } from './archive.ts';
import * as queries from './backup-queries.ts';

const KEY_BYTES = 32;

/** The data keys of patients, by the patient's id. */
export type DataKeys = Map<string, Buffer>;

type Place = { clinicId: string; patientId: string };
const placeOfKey = (place: Place) => cellPlace('patient_data_keys|key_encrypted', place);

/** A data key, encrypted for its cell in the database. */
export const wrap = (keys: Keys, place: Place, key: Buffer) =>
  encryptField(keys, key.toString('base64'), placeOfKey(place));

/**
 * The keys of all patients of a snapshot, and the number of patients of each clinic. Patients without a key get one, but
 * for those who were erased since the snapshot.
 */
export async function keysOfPatients(
  client: ClientBase,
  { pool, keys }: { pool: Pool; keys: Keys },
): Promise<{ patientKeys: DataKeys; patientsOf: Map<string, number> }> {
  const patientKeys: DataKeys = new Map();
  const patientsOf = new Map<string, number>();
  const without: Place[] = [];
  for await (const { cell, ...place } of queries.readKeyCells(client)) {
    patientsOf.set(place.clinicId, (patientsOf.get(place.clinicId) ?? 0) + 1);
    if (!cell) without.push(place);
    else patientKeys.set(place.patientId, textAsKey(decryptField(keys, cell, placeOfKey(place))));
  }
  for (const [clinicId, places] of Map.groupBy(without, (place) => place.clinicId))
    for (const { patientId, key } of await withTenant(pool, clinicId, (db) => makeKeys(db, keys, places)))
      patientKeys.set(patientId, key);
  return { patientKeys, patientsOf };
}

const textAsKey = (base64: string) => Buffer.from(base64, 'base64');

async function makeKeys(db: Db, keys: Keys, places: readonly Place[]) {
  const made = places.map((place) => ({ ...place, key: randomBytes(KEY_BYTES) }));
  const cells = made.map(({ key, ...place }) => ({ ...place, cell: wrap(keys, place, key) }));
  const stored = new Set(await queries.insertDataKeys(db, cells));
  return made.filter(({ patientId }) => stored.has(patientId));
}

/** The keys of those patients who are not erased. */
export function withoutErased(pool: Pool, patientKeys: DataKeys): Promise<DataKeys> {
  return withCopySnapshot(pool, async (client) => {
    const kept: DataKeys = new Map();
    for await (const { patientId } of queries.readKeyCells(client)) {
      const key = patientKeys.get(patientId);
      if (key) kept.set(patientId, key);
    }
    return kept;
  });
}

/** A list of keys: its moment, the clinics, those erased before, the erased patients by clinic, and the key of each patient. */
const keyList = v.object({
  at: v.string(),
  clinics: v.array(v.string()),
  erased: v.array(v.string()),
  erased_patients: v.record(v.string(), v.array(v.string())),
  keys: v.record(v.string(), v.pipe(v.string(), v.base64())),
});

export type KeysOf = Readonly<Omit<v.InferOutput<typeof keyList>, 'keys'>>;

/** The content of a list of keys. */
export async function* keyListText(patientKeys: DataKeys, of: KeysOf): AsyncGenerator<Buffer> {
  const keys = [...patientKeys].map(([patient, key]) => [patient, key.toString('base64')]);
  yield Buffer.from(JSON.stringify({ ...of, keys: Object.fromEntries(keys) }));
}

/** The keys of a list of keys. Throws a StartError if the content is none. */
export async function readDataKeys(
  pieces: AsyncIterable<Uint8Array>,
): Promise<KeysOf & { patientKeys: DataKeys }> {
  const content = await text(pieces);
  try {
    const { keys, ...of } = v.parse(keyList, JSON.parse(content));
    return { ...of, patientKeys: new Map(Object.entries(keys).map(([id, key]) => [id, textAsKey(key)])) };
  } catch (error) {
    throw damaged('this file of patient keys is not understood', error);
  }
}
