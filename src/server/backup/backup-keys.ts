import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import * as v from 'valibot';
import { cells } from '../keys/cells.ts';
import { listClinics } from '../clinics/queries.ts';
import { enterClinic } from '../db/copy.ts';
import { withoutTenant, withTenant, type Db } from '../db/transaction.ts';
import { decryptField, encryptField, type Keys } from '../keys/keys.ts';
import { damaged } from './backup-frames.ts';

const KEY_BYTES = 32;
const AT_A_TIME = 500;

/** The data key of every patient, by the patient's id. */
export type PatientKeys = Map<string, { clinicId: string; key: Buffer }>;

/** Gives every patient who has none a random data key. */
export async function createMissingKeys(pool: Pool, keys: Keys): Promise<number> {
  let created = 0;
  for (const { id } of await withoutTenant(pool, listClinics)) {
    for (;;) {
      const more = await withTenant(pool, id, (db) => createSomeKeys(db, keys, id));
      created += more;
      if (more < AT_A_TIME) break;
    }
  }
  return created;
}

async function createSomeKeys(db: Db, keys: Keys, clinicId: string): Promise<number> {
  // Locked, so that none of them is erased before the key is there.
  const { rows } = await sql<{ id: string }>`SELECT p.id FROM patients p WHERE p.clinic_id = ${clinicId}
    AND NOT EXISTS (SELECT FROM patient_data_keys k WHERE k.clinic_id = p.clinic_id AND k.patient_id = p.id)
    LIMIT ${AT_A_TIME} FOR KEY SHARE OF p`.execute(db);
  if (rows.length === 0) return 0;
  const made = rows.map(({ id }) => ({
    clinic_id: clinicId,
    patient_id: id,
    key_encrypted: wrap(keys, { clinicId, patientId: id }, randomBytes(KEY_BYTES)),
  }));
  await db
    .insertInto('patient_data_keys')
    .values(made)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return rows.length;
}

type Place = { clinicId: string; patientId: string };

/** A data key as it stands in the database. */
export function wrap(keys: Keys, place: Place, key: Buffer): Buffer {
  return encryptField(keys, key.toString('base64'), cells.dataKey(place));
}

function unwrap(keys: Keys, place: Place, cell: Buffer): Buffer {
  return Buffer.from(decryptField(keys, cell, cells.dataKey(place)), 'base64');
}

/** The keys of all patients that a connection's transaction sees, and how many patients have none. */
export async function readPatientKeys(
  client: ClientBase,
  keys: Keys,
  clinicIds: readonly string[],
): Promise<{ patientKeys: PatientKeys; missing: number }> {
  const patientKeys: PatientKeys = new Map();
  let missing = 0;
  for (const clinicId of clinicIds) {
    await enterClinic(client, clinicId);
    const { rows } = await client.query<{ id: string; cell: Buffer | null }>(
      `SELECT p.id, k.key_encrypted AS cell FROM patients p
       LEFT JOIN patient_data_keys k ON k.clinic_id = p.clinic_id AND k.patient_id = p.id WHERE p.clinic_id = $1`,
      [clinicId],
    );
    for (const { id, cell } of rows) {
      if (cell) patientKeys.set(id, { clinicId, key: unwrap(keys, { clinicId, patientId: id }, cell) });
      else missing += 1;
    }
  }
  return { patientKeys, missing };
}

/** Those keys whose patients are still there. */
export async function withoutErased(pool: Pool, patientKeys: PatientKeys): Promise<PatientKeys> {
  const kept: PatientKeys = new Map();
  for (const clinicId of new Set([...patientKeys.values()].map((entry) => entry.clinicId))) {
    const rows = await withTenant(pool, clinicId, (db) =>
      db.selectFrom('patients').select('id').where('clinic_id', '=', clinicId).execute(),
    );
    for (const { id } of rows) {
      const entry = patientKeys.get(id);
      if (entry) kept.set(id, entry);
    }
  }
  return kept;
}

const keysHeader = v.object({
  kind: v.literal('patient keys'),
  at: v.string(),
  clinics: v.array(v.string()),
});
const keyLine = v.object({ clinic: v.string(), patient: v.string(), key: v.string() });

const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

/** The patients of a key file: of which clinics, and when the view of them was taken. */
export type KeysOf = { at: string; clinics: readonly string[] };

/** The lines of a key file: whose keys they are, then a key a line. */
export async function* keyFileLines(patientKeys: PatientKeys, of: KeysOf): AsyncGenerator<Buffer> {
  yield line({ kind: 'patient keys', ...of });
  for (const [patient, { clinicId, key }] of patientKeys)
    yield line({ clinic: clinicId, patient, key: key.toString('base64') });
}

/** The content of a key file; throws a StartError where it is none. */
export async function readKeyFile(
  pieces: AsyncIterable<Uint8Array>,
): Promise<KeysOf & { patientKeys: PatientKeys }> {
  const held: Uint8Array[] = [];
  for await (const piece of pieces) held.push(piece);
  const [first = '', ...lines] = Buffer.concat(held).toString('utf8').trimEnd().split('\n');
  const { at, clinics } = parse(keysHeader, first);
  const patientKeys: PatientKeys = new Map();
  for (const text of lines) {
    const { clinic, patient, key } = parse(keyLine, text);
    patientKeys.set(patient, { clinicId: clinic, key: Buffer.from(key, 'base64') });
  }
  return { at, clinics, patientKeys };
}

function parse<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch (error) {
    throw damaged('this file of patient keys is not understood', error);
  }
}
