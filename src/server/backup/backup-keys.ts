import { randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import * as v from 'valibot';
import { cellPlace } from '../keys/cells.ts';
import { withCopySnapshot } from '../database/copy.ts';
import { withTenant, type Db } from '../database/transaction.ts';
import { decryptField, encryptField, type Keys } from '../keys/keys.ts';
import { damaged } from './backup-frames.ts';
import * as queries from './backup-queries.ts';

const KEY_BYTES = 32;
const AT_A_TIME = 500;

/** The data keys of patients, by the patient's id. */
export type DataKeys = Map<string, { clinicId: string; key: Buffer }>;

/** Creates a random data key for every patient without one. Returns how many it created. */
export async function createMissingKeys(pool: Pool, keys: Keys): Promise<number> {
  let created = 0;
  for (const id of await withCopySnapshot(pool, queries.listClinicsWithoutKey)) {
    for (;;) {
      const more = await withTenant(pool, id, (db) => createSomeKeys(db, keys, id));
      created += more;
      if (more < AT_A_TIME) break;
    }
  }
  return created;
}

async function createSomeKeys(db: Db, keys: Keys, clinicId: string): Promise<number> {
  const patientIds = await queries.lockPatientsWithoutKey(db, clinicId, AT_A_TIME);
  const made = patientIds.map((patientId) => ({
    patientId,
    keyEncrypted: wrap(keys, { clinicId, patientId }, randomBytes(KEY_BYTES)),
  }));
  if (made.length > 0) await queries.insertDataKeys(db, clinicId, made);
  return made.length;
}

type Place = { clinicId: string; patientId: string };

/** A data key, encrypted for its cell in the database. */
export function wrap(keys: Keys, place: Place, key: Buffer): Buffer {
  return encryptField(keys, key.toString('base64'), cellPlace('patient_data_keys|key_encrypted', place));
}

function unwrap(keys: Keys, place: Place, cell: Buffer): Buffer {
  return Buffer.from(decryptField(keys, cell, cellPlace('patient_data_keys|key_encrypted', place)), 'base64');
}

/** The keys of all patients of a transaction's snapshot, and how many patients have none. */
export async function readKeysOfPatients(
  client: ClientBase,
  keys: Keys,
): Promise<{ patientKeys: DataKeys; missing: number }> {
  const patientKeys: DataKeys = new Map();
  let missing = 0;
  for await (const { clinicId, patientId, cell } of queries.readKeyCells(client)) {
    if (cell) patientKeys.set(patientId, { clinicId, key: unwrap(keys, { clinicId, patientId }, cell) });
    else missing += 1;
  }
  return { patientKeys, missing };
}

/** The keys of those patients who are not erased. */
export function withoutErased(pool: Pool, patientKeys: DataKeys): Promise<DataKeys> {
  return withCopySnapshot(pool, async (client) => {
    const kept: DataKeys = new Map();
    for await (const id of queries.readPatientIds(client)) {
      const entry = patientKeys.get(id);
      if (entry) kept.set(id, entry);
    }
    return kept;
  });
}

const keysHeader = v.object({
  kind: v.literal('patient keys'),
  at: v.string(),
  clinics: v.array(v.string()),
  erased: v.array(v.string()),
  erased_patients: v.record(v.string(), v.array(v.string())),
});
const keyLine = v.object({ clinic: v.string(), patient: v.string(), key: v.string() });

const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

/** The clinics of a key file, those that were erased before, the erased patients by clinic, and the moment of its snapshot. */
export type KeysOf = Readonly<Omit<v.InferOutput<typeof keysHeader>, 'kind'>>;

/** The lines of a key file: a header, then one key a line. */
export async function* keyFileLines(patientKeys: DataKeys, of: KeysOf): AsyncGenerator<Buffer> {
  yield line({ kind: 'patient keys', ...of });
  for (const [patient, { clinicId, key }] of patientKeys)
    yield line({ clinic: clinicId, patient, key: key.toString('base64') });
}

/** The keys of a key file. Throws a StartError if the content is not a key file. */
export async function readDataKeys(
  pieces: AsyncIterable<Uint8Array>,
): Promise<KeysOf & { patientKeys: DataKeys }> {
  const held: Uint8Array[] = [];
  for await (const piece of pieces) held.push(piece);
  const [first = '', ...lines] = Buffer.concat(held).toString('utf8').trimEnd().split('\n');
  const { kind: _, ...of } = parse(keysHeader, first);
  const patientKeys: DataKeys = new Map();
  for (const text of lines) {
    const { clinic, patient, key } = parse(keyLine, text);
    patientKeys.set(patient, { clinicId: clinic, key: Buffer.from(key, 'base64') });
  }
  return { ...of, patientKeys };
}

function parse<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (error) {
    throw damaged('this file of patient keys is not understood', error);
  }
}
