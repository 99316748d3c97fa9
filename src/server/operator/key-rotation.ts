import { setImmediate } from 'node:timers/promises';
import { provisionalHash } from '../login/password-hash.ts';
import { replaceHash } from '../login/queries.ts';
import { CELLS, placeOf, type EncryptedColumn } from '../keys/cells.ts';
import { listClinics } from '../clinics/queries.ts';
import { insertFingerprint } from '../database/queries.ts';
import { withoutTenant, withTenant } from '../database/transaction.ts';
import { decryptField, encryptField, fingerprint, keyVersionOf } from '../keys/keys.ts';
import { addKeyVersion, removeKeyVersion, useKeyVersion } from '../keys/key-file.ts';
import { openBirthDate } from '../keys/patient-cells.ts';
import * as queries from '../keys/rotation-queries.ts';
import type { Services } from '../services.ts';
import { StartError } from '../settings/start-error.ts';

const ROWS_AT_A_TIME = 50;

/** The columns whose cells are encrypted anew; the cells of the others expire before an old version can go. */
type RenewedColumn = {
  [Column in EncryptedColumn]: (typeof CELLS)[Column]['renewal'] extends 'expires' ? never : Column;
}[EncryptedColumn];
type Counted<Column extends EncryptedColumn> = (typeof CELLS)[Column]['counted'];

/** How many cells of each kind were encrypted anew, and how many patients' secrets were hashed anew. */
export type Rotated = Record<Counted<RenewedColumn> | 'secrets', number>;

/** The number of uses of a version: hashed secrets, live sessions, and cells of each kind. */
export type Uses = Record<Counted<EncryptedColumn> | 'patients' | 'accounts' | 'sessions', number>;

// Object.keys loses the names of a constant table.
const columns = Object.keys(CELLS) as EncryptedColumn[];

function isRenewed(column: EncryptedColumn): column is RenewedColumn {
  return CELLS[column].renewal !== 'expires';
}

/**
 * Adds a version of the keys where none is prepared, registers it with the database, and makes it the one that encrypts.
 * Running servers on this data folder take it over by themselves. For servers on other machines the operator copies the
 * file first, while the version is only prepared (docs/run.md). Returns the version.
 */
export async function startNewVersion({ pool, keys }: Services, dataDir: string): Promise<number> {
  keys.reread?.();
  const newest = Math.max(...keys.roots.keys());
  const version = newest > keys.current ? newest : addKeyVersion(dataDir);
  keys.reread?.();
  await withoutTenant(pool, (db) => insertFingerprint(db, version, fingerprint(keys, version)));
  useKeyVersion(dataDir, version);
  keys.reread?.();
  return version;
}

/**
 * Encrypts every cell anew that was made with another version than the current one, and hashes patients' secrets anew
 * (R42, R63). It works in small steps beside a running server; an interrupted run can be started again. Passwords of
 * staff are hashed anew at their next login. Calls `progress` after each clinic.
 */
export async function rotateKeys(
  services: Services,
  progress: (clinic: string, total: Rotated) => void = () => {},
): Promise<Rotated> {
  const renewed = columns.filter(isRenewed);
  const total = zeros([...renewed.map((column) => CELLS[column].counted), 'secrets'] as const);
  for (const { id, name } of await withoutTenant(services.pool, listClinics)) {
    total.secrets += await rotateSecrets(services, id);
    for (const column of renewed) total[CELLS[column].counted] += await rotateCells(services, id, column);
    progress(name, total);
  }
  return total;
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  // Every kind of cell begins at zero.
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}

async function rotateCells(
  { pool, keys }: Services,
  clinicId: string,
  column: RenewedColumn,
): Promise<number> {
  let renewed = 0;
  for (let after: readonly string[] | undefined; ;) {
    const rows = await withTenant(pool, clinicId, async (db) => {
      const page = await queries.listCells(db, clinicId, column, { after, most: ROWS_AT_A_TIME });
      for (const row of page.filter(({ cell }) => keyVersionOf(cell) !== keys.current)) {
        const place = placeOf(column, row.key);
        const cell = encryptField(keys, decryptField(keys, row.cell, place), place);
        await queries.renewCell(db, clinicId, column, { ...row, renewed: cell });
        renewed += 1;
      }
      return page;
    });
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_AT_A_TIME) return renewed;
    after = end.key;
    await setImmediate();
  }
}

// A quick hash first; the server's background job replaces it by argon2id (docs/decisions/012-provisional-secrets.md).
async function rotateSecrets({ pool, keys }: Services, clinicId: string): Promise<number> {
  const mark = `keyid=${keys.current}$`;
  let renewed = 0;
  for (let after: string | undefined; ;) {
    const rows = await withTenant(pool, clinicId, async (db) => {
      const page = await queries.listSecrets(db, clinicId, { after, most: ROWS_AT_A_TIME });
      for (const { patient, birthDate, hash } of page.filter((row) => !row.hash.includes(mark))) {
        const opened = openBirthDate(keys, { id: patient, birth_date_encrypted: birthDate });
        const hashed = provisionalHash(keys, opened);
        await replaceHash(db, clinicId, { patientId: patient }, { old: hash, renewed: hashed });
        renewed += 1;
      }
      return page;
    });
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_AT_A_TIME) return renewed;
    after = end.patient;
    await setImmediate();
  }
}

/** Counts the uses of a version: cells, passwords of staff without a login since the change, and live sessions. */
export async function usesOf({ pool }: Services, version: number): Promise<Uses> {
  const total: Uses = {
    patients: 0,
    accounts: 0,
    sessions: 0,
    ...zeros(columns.map((column) => CELLS[column].counted)),
  };
  for (const { id } of await withoutTenant(pool, listClinics))
    await withTenant(pool, id, async (db) => {
      const { patients, accounts, sessions } = await queries.countUses(db, id, version);
      total.patients += patients;
      total.accounts += accounts;
      total.sessions += sessions;
      for (const column of columns)
        total[CELLS[column].counted] += await queries.countCells(db, id, column, version);
    });
  return total;
}

/** Removes a version without uses from the key file and the database; a version with uses is refused with a StartError. */
export async function retireVersion(services: Services, dataDir: string, version: number): Promise<void> {
  const { pool, keys } = services;
  if (version === keys.current) throw new StartError(`Version ${version} is the one in use.`);
  const rotated = Object.values(await rotateKeys(services)).reduce((sum, count) => sum + count, 0);
  const uses = await usesOf(services, version);
  const list = Object.entries(uses).flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []));
  if (list.length > 0)
    throw new StartError(
      `Version ${version} is still needed (${list.join(', ')}). ${rotated} cells were renewed now.`,
    );
  removeKeyVersion(dataDir, version);
  await withoutTenant(pool, (db) => queries.deleteFingerprint(db, version));
  keys.roots.delete(version);
}
