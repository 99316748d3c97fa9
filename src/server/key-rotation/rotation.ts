import { setImmediate } from 'node:timers/promises';
import { provisionalHash } from '../auth/password-hash.ts';
import { replaceHash } from '../auth/queries.ts';
import { cells } from '../keys/cells.ts';
import { listClinics } from '../clinics/queries.ts';
import { insertFingerprint } from '../db/queries.ts';
import { withoutTenant, withTenant, type Db } from '../db/transaction.ts';
import { decryptField, encryptField, fingerprint, keyVersionOf, type Keys } from '../keys/keys.ts';
import { addKeyVersion, removeKeyVersion, useKeyVersion } from '../keys/key-file.ts';
import * as queries from './queries.ts';
import type { Services } from '../services.ts';
import { StartError } from '../start-error.ts';

const ROWS_AT_A_TIME = 50;

const { beginning } = queries;

/** How many cells of each kind were encrypted anew, and how many patients' secrets hashed anew. */
export type Rotated = Record<Kind | 'secrets', number>;
type Kind =
  | 'birth_dates'
  | 'answers'
  | 'drafts'
  | 'mail_addresses'
  | 'reports'
  | 'data_keys'
  | 'second_factors';

type Row = { cell: Buffer };
type Cells<R extends Row> = {
  read(db: Db, clinicId: string, after: typeof beginning, most: number): Promise<R[]>;
  place(clinicId: string, row: R): string;
  renew(db: Db, clinicId: string, row: R & { renewed: Buffer }): Promise<void>;
};

/**
 * Adds a version of the keys where none is prepared, makes it the one to write with, and tells the database of it.
 * Running servers on this data folder take it over by themselves; others need the file copied first, while the version is
 * only prepared (docs/operations.md). Gives the version.
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
 * (R42, R63). In small steps beside a running server; broken off, it is simply started again. Passwords of staff are
 * hashed anew at their next login. `progress` is told after each clinic.
 */
export async function rotateKeys(
  services: Services,
  progress: (clinic: string, total: Rotated) => void = () => {},
): Promise<Rotated> {
  const total: Rotated = {
    birth_dates: 0,
    answers: 0,
    drafts: 0,
    mail_addresses: 0,
    reports: 0,
    data_keys: 0,
    second_factors: 0,
    secrets: 0,
  };
  for (const { id, name } of await withoutTenant(services.pool, listClinics)) {
    total.secrets += await rotateSecrets(services, id);
    total.birth_dates += await rotateCells(services, id, birthDates);
    total.answers += await rotateCells(services, id, answers);
    total.drafts += await rotateCells(services, id, drafts);
    total.mail_addresses += await rotateCells(services, id, addresses);
    total.reports += await rotateCells(services, id, reports);
    total.data_keys += await rotateCells(services, id, dataKeys);
    total.second_factors += await rotateCells(services, id, secondFactors);
    progress(name, total);
  }
  return total;
}

const birthDates: Cells<queries.BirthDateCell> = {
  read: queries.birthDateCells,
  place: (_clinicId, { patient }) => cells.birthDate(patient),
  renew: queries.renewBirthDate,
};
const answers: Cells<queries.AnswerCell> = {
  read: queries.answerCells,
  place: (clinicId, { session, text }) => cells.answer({ clinicId, sessionId: session }, text),
  renew: queries.renewAnswer,
};
const drafts: Cells<queries.DraftCell> = {
  read: queries.draftCells,
  place: (clinicId, { session }) => cells.draft({ clinicId, sessionId: session }),
  renew: queries.renewDraft,
};
const addresses: Cells<queries.AddressCell> = {
  read: queries.addressCells,
  place: (clinicId, { patient, text }) => cells.mailAddress({ clinicId, patientId: patient }, text),
  renew: queries.renewAddress,
};
const reports: Cells<queries.ReportCell> = {
  read: queries.reportCells,
  place: (clinicId, { session, text, more }) => cells.report({ clinicId, sessionId: session }, text, more),
  renew: queries.renewReport,
};
const dataKeys: Cells<queries.DataKeyCell> = {
  read: queries.dataKeyCells,
  place: (clinicId, { patient }) => cells.dataKey({ clinicId, patientId: patient }),
  renew: queries.renewDataKey,
};

const secondFactors: Cells<queries.SecondFactorCell> = {
  read: queries.secondFactorCells,
  place: (clinicId, { account }) => cells.secondFactor({ clinicId, accountId: account }),
  renew: queries.renewSecondFactor,
};

async function rotateCells<R extends Row>(
  { pool, keys }: Services,
  clinicId: string,
  { read, place, renew }: Cells<R>,
): Promise<number> {
  let renewed = 0;
  for (let last = beginning; ;) {
    const rows = await withTenant(pool, clinicId, async (db) => {
      const page = await read(db, clinicId, last, ROWS_AT_A_TIME);
      for (const row of page.filter(({ cell }) => keyVersionOf(cell) !== keys.current)) {
        await renew(db, clinicId, { ...row, renewed: encryptAnew(keys, row.cell, place(clinicId, row)) });
        renewed += 1;
      }
      return page;
    });
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_AT_A_TIME) return renewed;
    last = { ...beginning, ...end };
    await setImmediate();
  }
}

function encryptAnew(keys: Keys, cell: Buffer, place: string): Buffer {
  return encryptField(keys, decryptField(keys, cell, place), place);
}

// A quick hash first, which the server's background job replaces by argon2id (docs/decisions/012-provisional-secrets.md).
async function rotateSecrets({ pool, keys }: Services, clinicId: string): Promise<number> {
  const mark = `keyid=${keys.current}$`;
  let renewed = 0;
  for (let last: { patient: string } = beginning; ;) {
    const rows = await withTenant(pool, clinicId, async (db) => {
      const page = await queries.birthDateCells(db, clinicId, last, ROWS_AT_A_TIME);
      for (const { patient, cell, secret_hash: old } of page.filter(
        (row) => !row.secret_hash.includes(mark),
      )) {
        const date = decryptField(keys, cell, cells.birthDate(patient));
        await replaceHash(
          db,
          clinicId,
          { patientId: patient },
          { old, renewed: provisionalHash(keys, date) },
        );
        renewed += 1;
      }
      return page;
    });
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_AT_A_TIME) return renewed;
    last = { ...beginning, patient: end.patient };
    await setImmediate();
  }
}

/** What still needs a version: passwords of staff who have not logged in since, live sessions, answers kept for repeats. */
export async function usesOf(
  { pool }: Services,
  version: number,
): Promise<{ patients: number; accounts: number; sessions: number; stored_calls: number }> {
  const uses = { patients: 0, accounts: 0, sessions: 0, stored_calls: 0 };
  for (const { id } of await withoutTenant(pool, listClinics)) {
    const [counted, stored] = await withTenant(pool, id, async (db) => [
      await queries.countUses(db, id, version),
      await queries.countStoredCalls(db, id, version),
    ]);
    uses.patients += counted.patients;
    uses.accounts += counted.accounts;
    uses.sessions += counted.sessions;
    uses.stored_calls += stored;
  }
  return uses;
}

/** Removes a version that nothing needs any more, here and in the database; refuses with a StartError while something does. */
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
