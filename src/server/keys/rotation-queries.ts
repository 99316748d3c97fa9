import { sql } from 'kysely';
import type { Db } from '../database/transaction.ts';
import { CELLS, type EncryptedColumn } from './cells.ts';

/** An encrypted cell with the values of its key. */
export type CellRow = { key: string[]; cell: Buffer };

// The names come from the constant table of cells, never from input.
function namesOf(column: EncryptedColumn) {
  const [table = '', name = ''] = column.split('|');
  const key: string[] = Object.values(CELLS[column].key);
  return { table: sql.table(table), cell: sql.ref(name), key: key.map((one) => sql.ref(one)), keyNames: key };
}

/** The cells of a column in the order of the primary key, those after `after`. */
export async function listCells(
  db: Db,
  clinicId: string,
  column: EncryptedColumn,
  { after, most }: { after: readonly string[] | undefined; most: number },
): Promise<CellRow[]> {
  const { table, cell, key } = namesOf(column);
  const columns = sql.join(key);
  const rest = after ? sql`AND (${columns}) > (${sql.join(after)})` : sql``;
  const { rows } = await sql<CellRow>`
    SELECT ARRAY[${sql.join(key.map((one) => sql`${one}::text`))}] AS key, ${cell} AS cell FROM ${table}
    WHERE clinic_id = ${clinicId} AND ${cell} IS NOT NULL ${rest} ORDER BY ${columns} LIMIT ${most}`.execute(
    db,
  );
  return rows;
}

/** Writes a cell encrypted anew; does nothing where the cell is no longer the one that was read. */
export async function renewCell(
  db: Db,
  clinicId: string,
  column: EncryptedColumn,
  { key, cell: old, renewed }: CellRow & { renewed: Buffer },
): Promise<void> {
  const { renewal } = CELLS[column];
  const names = namesOf(column);
  if (renewal === 'update') {
    await sql`UPDATE ${names.table} SET ${names.cell} = ${renewed}
      WHERE clinic_id = ${clinicId} AND (${sql.join(names.key)}) = (${sql.join(key)}) AND ${names.cell} = ${old}`.execute(
      db,
    );
    return;
  }
  // The functions of the database take the clinic from the transaction.
  const row = key.filter((_, index) => names.keyNames[index] !== 'clinic_id');
  await sql`SELECT ${sql.id(renewal)}(${sql.join([...row, old, renewed])})`.execute(db);
}

/** How many cells of a column need a version of the keys. Rows that have expired do not count. */
export async function countCells(
  db: Db,
  clinicId: string,
  column: EncryptedColumn,
  version: number,
): Promise<number> {
  const { table, cell } = namesOf(column);
  const live = CELLS[column].renewal === 'expires' ? sql`AND expires > now()` : sql``;
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${table}
    WHERE clinic_id = ${clinicId} AND get_byte(${cell}, 0) = ${version} ${live}`.execute(db);
  return rows[0]?.count ?? 0;
}

export type HashedSecret = { patient: string; birthDate: Buffer; hash: string };

/** The birth dates of patients with the hashes made of them, in the order of the ids. */
export async function listSecrets(
  db: Db,
  clinicId: string,
  { after, most }: { after: string | undefined; most: number },
): Promise<HashedSecret[]> {
  const rest = after === undefined ? sql`` : sql`AND id > ${after}`;
  const { rows } = await sql<HashedSecret>`
    SELECT id AS patient, birth_date_encrypted AS "birthDate", secret_hash AS hash FROM patients
    WHERE clinic_id = ${clinicId} ${rest} ORDER BY id LIMIT ${most}`.execute(db);
  return rows;
}

/** How many hashed secrets and live sessions of a clinic need a version of the keys. */
export async function countUses(db: Db, clinicId: string, version: number) {
  const mark = `%keyid=${version}$%`;
  const { rows } = await sql<{ patients: number; accounts: number; sessions: number }>`SELECT
    (SELECT count(*) FROM patients WHERE clinic_id = ${clinicId} AND secret_hash LIKE ${mark}) AS patients,
    (SELECT count(*) FROM accounts WHERE clinic_id = ${clinicId} AND password_hash LIKE ${mark}) AS accounts,
    (SELECT count(*) FROM login_sessions WHERE clinic_id = ${clinicId} AND key_version = ${version}
      AND ended_at IS NULL AND absolute_expires > now()) AS sessions`.execute(db);
  return rows[0] ?? { patients: 0, accounts: 0, sessions: 0 };
}

export async function deleteFingerprint(db: Db, version: number): Promise<void> {
  await db.deleteFrom('key_fingerprints').where('version', '=', version).execute();
}
