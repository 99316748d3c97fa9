import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { operator, terminal } from '../audit/operator.ts';
import { appendAudit } from '../audit/queries.ts';
import { sealAudit } from '../audit/sealer.ts';
import { findingLines, verifyTrail } from '../audit/verify.ts';
import { asOwner, enterClinicForCopy, withCopySnapshot, writeLines } from '../database/copy.ts';
import { queriesOn, withTenant } from '../database/transaction.ts';
import type { Keys } from '../keys/keys.ts';
import { holdClinicInUse } from '../login/queries.ts';
import { StartError } from '../settings/start-error.ts';
import { damaged, encodeFrames, FORMAT, type Header, readFrames, readToEnd } from './archive.ts';
import { readEncrypted, type Recipients, writeEncrypted } from './backup-file.ts';
import { describeSnapshot } from './backup-queries.ts';
import { translation } from './clinic-lines.ts';
import * as queries from './clinic-load-queries.ts';
import { dumpTables, loadTables, nameIn, refuseOtherRows, type Sums } from './copy-rows.ts';
import { addLines, noRows, openRows, type Sum } from './rows.ts';
import { planTables, type TablePlan } from './table-queries.ts';

type Installation = { pool: Pool; keys: Keys };
type ClinicExport = {
  to: string;
  recipients: Recipients;
  /** The secret of the clinic's study ids. Undefined if research data were never exported. */
  studySecret: Buffer | undefined;
  note(line: string): void;
};

/**
 * Writes every row of a suspended clinic into a file for the recipients, so that `importClinic` of another installation
 * takes it over. The clinic stays as it is.
 */
export async function exportClinic(
  { pool, keys }: Installation,
  { id, name }: { id: string; name: string },
  { to, recipients, studySecret, note }: ClinicExport,
) {
  await withTenant(pool, id, async (db) => {
    if (await holdClinicInUse(db, id))
      throw new StartError(`"${name}" is in use; first: npm run manage -- clinic suspend`);
    await appendAudit(db, operator, terminal, { action: 'clinic_exported' });
  });
  // The chain in the file covers every row.
  await sealAudit(pool);
  const tables = await planTables(pool, 'clinic');
  const packs = new Map(tables.map((table) => [table.name, translation(table, keys).pack]));
  return withCopySnapshot(pool, async (client) => {
    const { at, migrations } = await describeSnapshot(client);
    const header: Header = {
      kind: 'header',
      format: FORMAT,
      id: randomUUID(),
      at,
      migrations,
      clinics: {},
      tables: tables.map((table) => ({ name: table.name, columns: table.columns })),
      clinic: { id, name, study_secret: studySecret?.toString('base64') ?? null },
    };
    await enterClinicForCopy(client, id);
    const sums = new Map<string, Sum>();
    const frames = dumpTables(client, {
      header,
      tables,
      change: (table, lines) => {
        const packed = packs.get(table)?.(lines) ?? lines;
        sums.set(table, addLines(sums.get(table) ?? noRows, packed));
        return packed;
      },
      onTable: (table, rows) => note(`${table}: ${rows} rows`),
    });
    const bytes = await writeEncrypted(to, encodeFrames(frames), recipients);
    return { file: to, at, bytes, ...sumOfClinic(tables, sums) };
  });
}

/**
 * What a clinic consists of. It is the same where it comes from and where it arrives. Rows that belong to all clinics may
 * differ between installations.
 */
function sumOfClinic(tables: readonly TablePlan[], sums: Sums) {
  const own = tables.filter(({ shared }) => !shared).map(({ name }) => sums.get(name) ?? noRows);
  const hash = own.reduce((all, one) => all + one.hash, 0n);
  return {
    tables: own.length,
    rows: own.reduce((all, { rows }) => all + rows, 0),
    patients: sums.get('"patients"')?.rows ?? 0,
    checksum: BigInt.asUintN(64, hash).toString(16).padStart(16, '0'),
  };
}

type ClinicFile = {
  from: string;
  identity: string;
  /** Keeps the secret of the clinic's study ids, before its rows are there. */
  keepStudySecret(clinicId: string, secret: Buffer): void;
  note(line: string): void;
};

/**
 * Takes over a clinic from the file of another installation. It reads the file to its end. In one transaction, beside running
 * servers, it loads the file, compares the tables with it and verifies the trail: anybody who knows the recipient can make a
 * file. The clinic stays suspended. `url` names the login that migrates.
 */
export async function importClinic(
  { url, pool, keys }: Installation & { url: string },
  { from, identity, keepStudySecret, note }: ClinicFile,
) {
  const { header } = await readToEnd(readEncrypted(from, identity));
  if (!header.clinic) throw new StartError('this is a backup of a whole installation; "restore" loads it');
  const { id, name: clinic, study_secret } = header.clinic;
  const plans = await planTables(pool, 'clinic');
  const tables = plans.map((plan) => ({ ...plan, ...translation(plan, keys) }));
  return asOwner(url, async (client) => {
    await refuseUnfitting(client, header, plans);
    await queries.refuseTakenPlace(client, { id, name: clinic });
    await enterClinicForCopy(client, id);
    const loaded = await loadTables(readFrames(readEncrypted(from, identity)), {
      open: async (wanted) => {
        const table = tables.find(({ name }) => name === wanted);
        if (!table) throw damaged(`there is no table ${wanted}`);
        note(`loading ${nameIn(wanted)}`);
        // COPY does not work under row-level security, so the rows go through a temporary table.
        const writer = writeLines(client, await queries.makeRoom(client, table), table.columns);
        return {
          write: (lines) => writer.write(table.unpack(lines)),
          end: async () => {
            await writer.end();
            await queries.takeOver(client, table);
          },
        };
      },
      read: (_, body) => openRows(body, undefined, ''),
    });
    const own = tables.filter(({ shared }) => !shared);
    await refuseOtherRows(client, own, loaded);
    await queries.refuseStrangeNumbers(client);
    await refuseTampered(client, id, note);
    if (study_secret !== null) keepStudySecret(id, Buffer.from(study_secret, 'base64'));
    await queries.continueTrail(client, header.at, terminal.id);
    return { id, clinic, ...sumOfClinic(tables, loaded) };
  });
}

async function refuseTampered(client: ClientBase, id: string, note: ClinicFile['note']): Promise<void> {
  const verified = await verifyTrail(queriesOn(client), id, new Map());
  if (verified.found === 0) return;
  for (const line of findingLines(verified)) note(`audit trail ${line}`);
  throw new StartError(
    `the audit trail in the file was tampered with: ${verified.found} finding(s). Nothing was loaded`,
  );
}

const textOf = (tables: readonly { name: string; columns: readonly string[] }[]) =>
  tables.map(({ name, columns }) => `${name}: ${columns.join()}`).join(';');

async function refuseUnfitting(
  client: ClientBase,
  header: Header,
  plans: readonly TablePlan[],
): Promise<void> {
  const { migrations } = await describeSnapshot(client);
  refuseLacking('this', header.migrations, migrations);
  refuseLacking('the other', migrations, header.migrations);
  if (textOf(header.tables) !== textOf(plans))
    throw new StartError('the archive has other tables than this version of the program');
}

function refuseLacking(which: string, wanted: readonly string[], present: readonly string[]): void {
  const missing = wanted.filter((name) => !present.includes(name));
  if (missing.length > 0)
    throw new StartError(
      `${which} installation lacks ${missing.join(', ')}: update it, and export the clinic again`,
    );
}
